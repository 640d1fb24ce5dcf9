import {
  BlockChannel,
  CreateChannel,
  DeleteChannel,
  LinkChannel,
  ListChannels,
} from '../../../schema/creators/channels.ts';
import { group, on } from '../../http/route.ts';

const verbs = () => import('./verbs.ts');

export const channelRoutes = group(
  on(ListChannels, async (ctx, { query }) => (await verbs()).listChannels(ctx, query)),
  on(CreateChannel, async (ctx, { body }) => (await verbs()).createChannel(ctx, body)),
  on(LinkChannel, async (ctx, { params, body }) => (await verbs()).linkChannel(ctx, { ...params, ...body })),
  on(DeleteChannel, async (ctx, { params }) => (await verbs()).deleteChannel(ctx, params)),
  on(BlockChannel, async (ctx, { params, body }) => (await verbs()).blockChannel(ctx, { ...params, ...body })),
);
