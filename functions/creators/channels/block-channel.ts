import { refreshCatalog } from '../../../db/catalog/refresh.ts';
import { anyChannel, type ChannelRecord, changeStatus } from '../../../db/creators/channels.ts';
import { facts } from '../../../db/query.ts';
import { missing, notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { life } from './rules.ts';
import { viewBlock } from './view.ts';

export interface BlockChannel {
  readonly id: number;
  readonly blocked: boolean;
  readonly reason?: string | undefined;
}

/** Hides a channel and its services for a reason, or shows them again. */
export const blockChannel = (ctx: Ctx, { id, blocked, reason }: BlockChannel) =>
  retryOnConflict(async () => {
    const { channel } = await facts(ctx.db, { channel: anyChannel(id) });
    if (!channel || channel.status === 'REMOVED') throw notFound();
    const status = life[channel.status][blocked ? 'block' : 'unblock'];
    if (status === undefined) return { data: viewBlock(channel) };
    const at = ctx.now();
    const changed: ChannelRecord = {
      ...channel,
      status,
      version: channel.version + 1,
      blockedAt: blocked ? (channel.blockedAt ?? at.toISOString()) : null,
      blockReason: blocked ? (reason ?? missing('the reason of a block')) : null,
    };
    await ctx.db.transaction([...changeStatus(changed, at), refreshCatalog(channel.creatorId, at)]);
    return { data: viewBlock(changed) };
  });
