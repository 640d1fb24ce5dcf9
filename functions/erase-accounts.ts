import { refreshCatalog } from '../db/catalog/refresh.ts';
import { deleteVisitsOf } from '../db/creators/page-visits.ts';
import { deletePortfolioOf } from '../db/creators/portfolio.ts';
import { eraseRows, markErased, type UnerasedAccount, unerasedAccounts } from '../db/identity/account-deletion.ts';
import { deleteRequestsOf } from '../db/identity/api-requests.ts';
import { deleteChannelPostsOf } from '../db/metrics/old-metrics.ts';
import type { JobCtx, JobResult } from './context.ts';
import { removeChannel } from './creators/channels/remove-channel.ts';
import { queueRebuild } from './rebuild-catalog.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { endAccountOf } from './social-accounts/index.ts';

const accounts = 5;
/** Accounts and channels of one user in one run. */
const maxEnded = 10;
const rows = 500;
/** Rows of logs, which no page shows to others. */
const records = 5_000;
/** A request that had begun before the deletion may still write. The last run comes after it. */
const settledMs = 15 * 60_000;

/**
 * Erases the personal data of deleted accounts, a batch of each. Every step can be repeated: two runs at once lose a conflict or skip the
 * rows of the other. An account that fails does not stop the others.
 */
export async function eraseAccounts(ctx: JobCtx): Promise<JobResult> {
  const failures: unknown[] = [];
  const erased: Erased[] = [];
  for (const account of await ctx.db.read(unerasedAccounts(accounts)))
    await eraseOne(ctx, account)
      .then((one) => erased.push(one))
      .catch((error: unknown) => failures.push(error));
  const done = erased.reduce((sum, { shown, logged }) => sum + shown + logged, 0);
  if (erased.some(({ shown }) => shown > 0)) await queueRebuild(ctx);
  if (failures.length > 0) throw failures[0];
  return { done, isMore: done > 0 };
}

/** The numbers of what was ended and erased. */
interface Erased {
  /** Rows, accounts and channels that the catalog may show: their creator is marked for the rebuild. */
  readonly shown: number;
  /** Rows of logs and of posts of removed channels. There may be very many, and the catalog has none of them. */
  readonly logged: number;
}

async function eraseOne(ctx: JobCtx, { userId, deletedAt, accountIds, channelIds }: UnerasedAccount): Promise<Erased> {
  const { db, now } = ctx;
  let ended = 0;
  for (const id of accountIds.slice(0, maxEnded)) ended += await retryOnConflict(() => endAccountOf(ctx, userId, id));
  for (const id of channelIds.slice(0, maxEnded)) ended += await retryOnConflict(() => removeChannel(ctx, userId, id));
  const rowsErased = (await eraseRows(db, userId, rows, now())) + (await deletePortfolioOf(db, userId));
  if (rowsErased > 0) await db.transaction([refreshCatalog(userId, now())]);
  let logged = 0;
  for (const deleteOf of [deleteRequestsOf, deleteVisitsOf, deleteChannelPostsOf])
    logged += await deleteOf(db, userId, records);
  const isEmpty = rowsErased + logged + accountIds.length + channelIds.length === 0;
  if (isEmpty && now().getTime() - deletedAt.getTime() >= settledMs) await db.transaction([markErased(userId, now())]);
  return { shown: ended + rowsErased, logged };
}
