import { sql } from 'drizzle-orm/sql/sql';
import { refreshCatalog } from '../../db/catalog.ts';
import { changeStatus, channelOf, holdAddress, refreshClaims } from '../../db/channels.ts';
import { row } from '../../db/client.ts';
import type { ChannelRecord, ChannelView } from '../../schema/channels.ts';
import { notFound } from '../../schema/errors.ts';
import type { Ctx } from '../context.ts';
import { commit, earlierAnswer, replayEarlier, type SavedAnswer } from '../idempotency.ts';
import { settleRace } from '../lost-race.ts';
import { rebuildCatalog } from '../rebuild-catalog.ts';
import { afterMove, isProof } from './rules.ts';
import { viewChannel } from './view.ts';

interface Facts {
  readonly earlier: SavedAnswer | null;
  readonly channel: ChannelRecord | null;
}

/** The channel is REMOVED and its services are sold no more, or nothing changed. */
export const deleteChannel = (ctx: Ctx, { id }: { id: number }): Promise<{ data: ChannelView }> =>
  settleRace(async () => {
    const facts = await row<Facts>(
      ctx.db,
      sql`select ${earlierAnswer(ctx)} as earlier, ${channelOf(ctx.actor.userId, id)} as channel`,
    );
    if (!facts.channel) throw notFound();
    replayEarlier(ctx, facts.earlier);
    const { channel } = facts;
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
