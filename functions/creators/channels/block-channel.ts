import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { refreshCatalog } from '../../../db/catalog/refresh.ts';
import {
  anyChannel,
  type ChannelRecord,
  changeStatus,
  holdAddress,
  holdKeptAccount,
  isOfGivenUpAccount,
  refreshClaims,
} from '../../../db/creators/channels.ts';
import { factsOf } from '../../../db/query.ts';
import { missing, refuseOwn } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { rebuildCatalog } from '../../rebuild-catalog.ts';
import { afterBlock } from './rules.ts';
import { viewBlock } from './view.ts';

export interface BlockChannel {
  readonly id: number;
  readonly blocked: boolean;
  readonly reason?: string | undefined;
}

/** Hides a channel and its services for a reason, or shows them again. */
export const blockChannel = (ctx: Ctx, { id, blocked, reason }: BlockChannel) =>
  mutate(ctx, {
    facts: factsOf({ channel: anyChannel(id), isGivenUp: isOfGivenUpAccount(id) }),
    visible: ({ channel, isGivenUp }) =>
      channel === null || channel.status === 'REMOVED' ? null : { channel, isGivenUp },
    decide({ channel, isGivenUp }) {
      refuseOwn(ctx.actor.userId, [channel.creatorId], 'block or unblock their own channels');
      const status = afterBlock(blocked ? 'block' : 'unblock', channel, isGivenUp);
      if (status === null) return { statements: [], answer: { data: viewBlock(channel) } };
      const at = ctx.now();
      const changed: ChannelRecord = {
        ...channel,
        status,
        version: channel.version + 1,
        blockedAt: blocked ? (channel.blockedAt ?? at.toISOString()) : null,
        blockReason: blocked ? (reason ?? missing('the reason of a block')) : null,
      };
      return {
        statements: changeOf(changed, at),
        answer: { data: viewBlock(changed) },
        ...(status === 'REMOVED' && { after: () => rebuildCatalog(ctx) }),
      };
    },
  });

function changeOf(changed: ChannelRecord, at: Date): SQLWrapper[] {
  // It proved its address by its account, so others may claim the address again.
  if (changed.status === 'REMOVED')
    return [holdAddress(changed), ...changeStatus(changed, at), refreshClaims(changed.id, at)];
  const returns = changed.status === 'ACTIVE' && changed.socialAccountId !== null;
  return [
    ...(returns ? holdKeptAccount(changed) : []),
    ...changeStatus(changed, at),
    refreshCatalog(changed.creatorId, at),
  ];
}
