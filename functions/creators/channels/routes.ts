import { BlockChannel, CreateChannel, DeleteChannel, ListChannels } from '../../../schema/creators/channels.ts';
import { group, on } from '../../http/route.ts';
import { blockChannel } from './block-channel.ts';
import { createChannel } from './create-channel.ts';
import { deleteChannel } from './delete-channel.ts';
import { listChannels } from './list-channels.ts';

export const channelRoutes = group(
  on(ListChannels, (ctx, { query }) => listChannels(ctx, query)),
  on(CreateChannel, (ctx, { body }) => createChannel(ctx, body)),
  on(DeleteChannel, (ctx, { params }) => deleteChannel(ctx, params)),
  on(BlockChannel, (ctx, { params, body }) => blockChannel(ctx, { ...params, ...body })),
);
