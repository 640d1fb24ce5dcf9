import { refreshCatalog } from '../../../db/catalog/refresh.ts';
import {
  type ChannelRecord,
  changeStatus,
  channelOf,
  holdAddress,
  refreshClaims,
} from '../../../db/creators/channels.ts';
import { facts } from '../../../db/query.ts';
import type { ChannelView } from '../../../schema/creators/channels.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { commit, earlierAnswer, replayEarlier } from '../../idempotency.ts';
import { rebuildCatalog } from '../../rebuild-catalog.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { afterMove, isProof } from './rules.ts';
import { viewChannel } from './view.ts';

/** Removes a channel and stops the sale of its services. A failure changes nothing. */
export const deleteChannel = (ctx: Ctx, { id }: { id: number }): Promise<{ data: ChannelView }> =>
  retryOnConflict(async () => {
    const { earlier, channel } = await facts(ctx.db, {
      earlier: earlierAnswer(ctx),
      channel: channelOf(ctx.actor.userId, id),
    });
    if (!channel) throw notFound();
    replayEarlier(ctx, earlier);
    if (channel.status === 'REMOVED') throw notFound();
    const status = afterMove('remove', channel);
    const at = ctx.now();
    const removed: ChannelRecord = {
      ...channel,
      status,
      version: channel.version + 1,
      updatedAt: at.toISOString(),
    };
    const changes = changeStatus(removed, at);
    if (!isProof(channel))
      return commit(ctx, [...changes, refreshCatalog(channel.creatorId, at)], { data: viewChannel(removed) });
    const statements = [holdAddress(channel), ...changes, refreshClaims(id, at)];
    const answer = await commit(ctx, statements, { data: viewChannel(removed) });
    rebuildCatalog(ctx);
    return answer;
  });
