import type { DeadLetterRecord } from '../../db/desk/dead-letters.ts';
import type { ActionRecord } from '../../db/desk/staff-actions.ts';
import type { ListedUser, UserDetail } from '../../db/desk/users.ts';
import type { ServiceStatus } from '../../db/desk/waiting-work.ts';
import type { StaffActionView } from '../../schema/desk/audit-log.ts';
import type { DeadLetterView, ServiceStatusView } from '../../schema/desk/operations.ts';
import type { ListedUserView, UserForStaffView } from '../../schema/desk/users.ts';
import { type Minor, usdt } from '../../schema/shared/money.ts';
import type { WalletView } from '../../schema/wallet/wallet.ts';
import { actionsOn } from './rules.ts';

export const viewAction = (action: ActionRecord): StaffActionView => ({
  id: action.id,
  at: action.at,
  actor: { id: action.actorId, displayName: action.actorName },
  isRead: action.isRead,
  operation: action.operation,
  object: action.object,
  requestId: action.requestId,
  data: action.data,
});

export const viewListedUser = (user: ListedUser): ListedUserView => ({
  id: user.id,
  displayName: user.displayName,
  email: user.email,
  isVerified: user.isVerified,
  roles: user.roles,
  suspendedAt: user.suspendedAt?.toISOString() ?? null,
  createdAt: user.createdAt.toISOString(),
});

interface UserParts {
  readonly wallet: WalletView;
  /** Minor units that a payment would add to the balance; null without a payment. */
  readonly change: Minor | null;
  /** With addresses that staff can open. */
  readonly portfolio: UserForStaffView['portfolio'];
  /** With the statuses that are shown. */
  readonly accounts: UserForStaffView['accounts'];
}

export const viewUser = (user: UserDetail, { wallet, change, portfolio, accounts }: UserParts): UserForStaffView => ({
  ...viewListedUser(user),
  suspensionReason: user.suspensionReason,
  wallet,
  balanceAfter: change === null ? null : usdt(BigInt(wallet.balance.raw) + change),
  credits: { balance: user.creditBalance, reserved: user.creditsReserved },
  counts: {
    orders: user.orders,
    assignments: user.assignments,
    openAssignments: user.openAssignments,
    campaigns: user.campaigns,
    openCampaigns: user.openCampaigns,
    openPosts: user.openPosts,
    factories: user.factories,
    sessions: user.sessions,
    keys: user.keyCount,
  },
  keys: [...user.keys],
  accounts,
  channels: user.channels.map((channel) => ({
    id: channel.id,
    platform: channel.platform,
    handle: channel.handle,
    canonicalUrl: channel.canonicalUrl,
    status: channel.status,
    ownership: channel.ownership,
    blockedAt: channel.blockedAt,
    blockReason: channel.blockReason,
  })),
  portfolio,
});

export const viewLetter = (letter: DeadLetterRecord): DeadLetterView => ({
  id: letter.id,
  at: letter.at,
  queue: letter.queue,
  kind: letter.kind,
  attempts: letter.attempts,
  body: letter.body,
  requeuedAt: letter.requeuedAt,
  requeuerId: letter.requeuedBy,
  allowedActions: actionsOn(letter),
});

export const viewStatus = (status: ServiceStatus, at: Date): ServiceStatusView => ({
  at: at.toISOString(),
  outbox: status.outbox,
  mails: status.messages.mails,
  webhooks: status.messages.webhooks,
  undecidedPosts: status.undecidedPosts,
  deadLetters: status.deadLetters,
  scans: status.scans.map(({ platform, posts, factoryAccounts }) => ({ platform, posts, factoryAccounts })),
  alarms: status.alarms.map(({ alarm, ids }) => ({ alarm, ids: [...ids] })),
});
