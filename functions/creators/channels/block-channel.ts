import { refreshCatalog } from '../../../db/catalog/refresh.ts';
import { anyChannel, type ChannelRecord, changeStatus } from '../../../db/creators/channels.ts';
import { factsOf } from '../../../db/query.ts';
import { missing } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { life } from './rules.ts';
import { viewBlock } from './view.ts';

export interface BlockChannel {
  readonly id: number;
  readonly blocked: boolean;
  readonly reason?: string | undefined;
}

/** Hides a channel and its services for a reason, or shows them again. */
export const blockChannel = (ctx: Ctx, { id, blocked, reason }: BlockChannel) =>
  mutate(ctx, {
    facts: factsOf({ channel: anyChannel(id) }),
    visible: ({ channel }) => (channel?.status === 'REMOVED' ? null : channel),
    decide(channel) {
      const status = life[channel.status][blocked ? 'block' : 'unblock'];
      if (status === undefined) return { statements: [], answer: { data: viewBlock(channel) } };
      const at = ctx.now();
      const changed: ChannelRecord = {
        ...channel,
        status,
        version: channel.version + 1,
        blockedAt: blocked ? (channel.blockedAt ?? at.toISOString()) : null,
        blockReason: blocked ? (reason ?? missing('the reason of a block')) : null,
      };
      return {
        statements: [...changeStatus(changed, at), refreshCatalog(channel.creatorId, at)],
        answer: { data: viewBlock(changed) },
      };
    },
  });
