import { type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { refreshCatalog } from '../../db/catalog/refresh.ts';
import {
  type ChannelRecord,
  changeStatus,
  channelOnAccount,
  countUpServices,
  hasNoChannel,
  holdAddress,
  isStillBlocked,
  refreshClaims,
} from '../../db/creators/channels.ts';
import { hideFromOthers } from '../../db/metrics/shared-metrics.ts';
import { notifyOwner } from '../../db/notifications/account-events.ts';
import { factsOf } from '../../db/query.ts';
import { changeAccount } from '../../db/social-accounts/account-changes.ts';
import { type AccountRecord, anyAccount, formerAccountOf } from '../../db/social-accounts/accounts.ts';
import { showPicture } from '../../db/social-accounts/avatars.ts';
import { endTokens, type SealedTokens, sealedTokensOf } from '../../db/social-accounts/connections.ts';
import { forgetProfile } from '../../db/social-accounts/profile-ages.ts';
import { resumeAccounts } from '../../db/social-accounts/recalled-accounts.ts';
import { endSession } from '../../db/social-accounts/stats-sessions.ts';
import { missing, notFound, refuseOwn } from '../../schema/shared/errors.ts';
import type { SocialAccountView } from '../../schema/social-accounts/account.ts';
import type { Ctx } from '../context.ts';
import { mutate } from '../mutate.ts';
import { rebuildCatalog } from '../rebuild-catalog.ts';
import { answered, replayed } from './change-connection.ts';
import { revokeLater } from './revoke-later.ts';
import { afterMove, blockEvent, isEnd, withoutGrant } from './rules.ts';
import { viewBlock } from './view.ts';

/** Gives up an account for good: it was sold, or its owner deletes it. A failure changes nothing. */
export const endAccount = (
  ctx: Ctx,
  { id, move }: { readonly id: number; readonly move: 'sell' | 'delete' },
): Promise<{ data: SocialAccountView }> =>
  mutate(ctx, {
    facts: factsOf({
      account: formerAccountOf(ctx.actor.userId, id),
      channel: channelOnAccount(id),
      tokens: sealedTokensOf(id),
    }),
    visible: ({ account, ...rest }) => account && { account, ...rest },
    replay: (kept: { readonly data: SocialAccountView }, { account }) => replayed(ctx, kept, account),
    async decide({ account, channel, tokens }) {
      if (account.status === 'DELETED') throw notFound();
      const at = ctx.now();
      const changed = endedAccount(account, channel, move, at);
      const { statements, isRebuilding } = changeOfEnd(changed, channel, tokens, at);
      return {
        statements,
        isNotifying: true,
        after() {
          if (isRebuilding) rebuildCatalog(ctx);
          revokeLater(ctx, account, tokens);
        },
        ...(await answered(ctx, changed)),
      };
    },
  });

/** The account after its owner has given it up. Only a blocked channel stays on it. */
export const endedAccount = (
  account: AccountRecord,
  channel: ChannelRecord | null,
  move: 'sell' | 'delete',
  at: Date,
): AccountRecord => ({
  ...withoutGrant(account),
  status: afterMove(move, account),
  version: account.version + 1,
  endedAt: account.endedAt ?? at.toISOString(),
  channelId: channel?.status === 'BLOCKED' ? channel.id : null,
  isUsable: false,
  grant: account.grant && { ...account.grant, status: 'REVOKED', sharingVersion: null, sharedAt: null },
});

/** The statements that end an account, its grant and its channel. */
export const changeOfEnd = (
  ended: AccountRecord,
  channel: ChannelRecord | null,
  tokens: SealedTokens | null,
  at: Date,
): AccountChange =>
  changeOf(at, ended, channel, {
    account: [forgetProfile(ended.id, at), ...endTokens(ended.id, 'CREATOR', at, tokens), ...endSession(ended.id, at)],
    metrics: hideFromOthers(sql`${ended.id}`),
  });

export interface BlockAccount {
  readonly id: number;
  readonly blocked: boolean;
  readonly reason?: string | undefined;
}

/** Blocks an account, which hides its channel and stops the use of its connection, or ends the block. */
export const blockAccount = (ctx: Ctx, { id, blocked, reason }: BlockAccount) =>
  mutate(ctx, {
    facts: factsOf({ account: anyAccount(id), channel: channelOnAccount(id) }),
    visible: ({ account, channel }) => account && { account, channel },
    decide({ account, channel }) {
      refuseOwn(ctx.actor.userId, [account.ownerId], 'block or unblock their own social accounts');
      const changed: AccountRecord = {
        ...account,
        status: afterMove(blocked ? 'block' : 'unblock', account),
        version: account.version + 1,
        blockedAt: blocked ? (account.blockedAt ?? ctx.now().toISOString()) : null,
        blockReason: blocked ? (reason ?? missing('the reason of a block')) : null,
      };
      const kind = blockEvent(account.status, changed.status);
      const at = ctx.now();
      const { statements, isRebuilding } = changeOf(at, changed, channel, {
        account: kind === null ? [] : [notifyOwner({ accountId: id, kind, actor: 'STAFF' }, at)],
        metrics: blocked ? hideFromOthers(sql`${id}`) : resumeAccounts(sql`${id}`, at),
      });
      return {
        ...{ statements, isNotifying: kind !== null, answer: { data: viewBlock(changed) } },
        ...(isRebuilding && { after: () => rebuildCatalog(ctx) }),
      };
    },
  });

interface AccountChange {
  readonly statements: readonly SQLWrapper[];
  /** The catalog is rebuilt after the commit. */
  readonly isRebuilding: boolean;
}

/** Other changes of the same commit. Metrics are changed after the channel, because they lock posts and campaigns. */
interface Others {
  readonly account: readonly SQLWrapper[];
  readonly metrics: readonly SQLWrapper[];
}

/**
 * The change of an account that becomes usable or unusable. Its channel and its picture leave or return in the same commit. The channel
 * of an account that was given up is removed. Claims of others on the same channel become visible or hidden.
 */
function changeOf(at: Date, account: AccountRecord, channel: ChannelRecord | null, others: Others): AccountChange {
  const own = [changeAccount(account, at), showPicture(account, at), ...others.account];
  if (channel === null)
    return {
      statements: [...own, hasNoChannel(account.id), ...others.metrics, refreshCatalog(account.ownerId, at)],
      isRebuilding: false,
    };
  // A blocked channel stays, because its creator could otherwise add it again unblocked.
  const isRemoved = isEnd(account.status) && channel.status === 'ACTIVE';
  const removed: ChannelRecord = { ...channel, status: 'REMOVED', version: channel.version + 1 };
  return {
    statements: [
      holdAddress(channel),
      ...own,
      ...(isRemoved ? changeStatus(removed, at) : [countUpServices(channel.id)]),
      ...(isEnd(account.status) && !isRemoved ? [isStillBlocked(channel)] : []),
      ...others.metrics,
      refreshClaims(channel.id, at),
    ],
    isRebuilding: true,
  };
}
