export { channelAtUrl } from './channel-url.ts';
