/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { blockChannel } from './block-channel.ts';
export { createChannel } from './create-channel.ts';
export { deleteChannel } from './delete-channel.ts';
export { linkChannel } from './link-channel.ts';
export { listChannels } from './list-channels.ts';
