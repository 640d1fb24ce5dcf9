export { channelAtUrl, channelOfHandle } from './channel-url.ts';
