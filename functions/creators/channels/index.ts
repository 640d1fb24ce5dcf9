export { refusedAddress } from './address-rules.ts';
export { channelAtUrl, channelOfAccount, channelOfHandle } from './channel-url.ts';
