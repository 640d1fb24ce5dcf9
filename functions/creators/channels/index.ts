export { channelAtUrl, channelOfAccount, channelOfHandle } from './channel-url.ts';
