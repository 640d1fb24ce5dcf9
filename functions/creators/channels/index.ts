export { refusedAddress } from './address-rules.ts';
export { channelAtUrl, channelOfAccount, channelOfHandle, isAccountId } from './channel-url.ts';
