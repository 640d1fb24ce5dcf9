import { causeOf } from '../../db/failures.ts';
import { type Lease, leaseFor, type Release, release } from '../../db/leases.ts';
import { bindPosts } from '../../db/metrics/tracked-posts.ts';
import { notifyOwner } from '../../db/notifications/account-events.ts';
import { proveAccount } from '../../db/social-accounts/account-changes.ts';
import { type DueClaim, leasableClaims, leaseDueClaims, recordAnswer } from '../../db/social-accounts/claims.ts';
import { platforms } from '../../schema/shared/enums.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import { failureOfWhom } from '../../schema/social-accounts/failure-kinds.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { isAccountId } from '../creators/channels/index.ts';
import { log } from '../log.ts';
import { PlatformFailure } from '../platform/social/index.ts';
import { checkByPlatform } from './check-by-platform.ts';
import { methodOf, openPlatform } from './open-platform.ts';
import { isCodeIn } from './profile-code-rules.ts';
import { profileTimes } from './profile-times.ts';
import { backedOff, retryAfterMs } from './rules.ts';

/** Claims of each platform in one run. Ten slow answers, of up to three requests each, end before the lease. */
const batch = 10;
const leaseSeconds = 5 * 60;
const longestPauseMs = 60 * 60_000;

/**
 * Looks for the codes of accounts in their profiles. A check that fails is made again while the code is valid, later each time. A defect fails the
 * job, after the other checks.
 */
export async function checkAccounts(ctx: JobCtx): Promise<JobResult> {
  const askable = platforms.filter((name) => methodOf(ctx, name) === 'BIO_CODE');
  if (askable.length === 0) return { done: 0, isMore: false };
  const lease = leaseFor(ctx.now(), leaseSeconds);
  const due = await leaseDueClaims(ctx.db, { ...lease, limit: batch, platforms: askable });
  // Claims that have failed before are the last: one without an answer stops the later ones of its platform, and would do so in every run.
  const ordered = due.toSorted((one, other) => one.failures - other.failures);
  await checkByPlatform(ordered, {
    check: (claim) => check(ctx, claim, lease),
    async failed(claim, error, skipped) {
      logFailure(claim, error);
      const next = [afterFailure(ctx, claim, error), ...skipped.map((each) => afterSkip(ctx, each))];
      await release(ctx.db, leasableClaims, next, lease);
    },
  });
  const counts = Map.groupBy(due, ({ platform }) => platform).values();
  return { done: due.length, isMore: [...counts].some((claims) => claims.length === batch) };
}

async function check(ctx: JobCtx, claim: DueClaim, lease: Lease): Promise<void> {
  const answered = recordAnswer(claim, lease, ctx.now());
  try {
    const profile = await openPlatform(ctx, claim.platform, claim.ownerId)?.channel(refOf(claim), 'APP');
    if (!profile || !isCodeIn(profile.description, claim.code)) return await ctx.db.transaction([answered]);
    const { externalId, handle, title, followers } = profile;
    const proven = { externalId, handle: handle ?? claim.handle, title, followers };
    const event = { accountId: claim.id, kind: 'social_account.activated', actor: 'CREATOR' } as const;
    await ctx.db.transaction([
      answered,
      proveAccount(claim, proven, 'BIO_CODE', profileTimes(ctx, claim.platform)),
      ...bindPosts({ ...claim, handle: proven.handle }, ctx.now()),
      notifyOwner(event, ctx.now()),
    ]);
    await ctx.enqueue([{ kind: 'read-outbox' }]);
  } catch (error) {
    // Another user has proven the account, or its owner has changed it: the next check reads the present state.
    if (!(error instanceof Refusal && error.isConflict)) throw error;
    await ctx.db.transaction([answered]);
  }
}

const refOf = ({ platform, handle }: DueClaim) => (isAccountId(platform, handle) ? { externalId: handle } : { handle });

/** The failure of a platform or of Postgres is expected. Any other one is a defect, which operators must see. */
function logFailure({ id, platform }: DueClaim, error: unknown): void {
  const isExpected = error instanceof Refusal;
  const why = causeOf(isExpected ? (error.cause ?? error) : error);
  log(isExpected ? 'warn' : 'error', 'account.check-failed', { accountId: id, platform, ...why });
}

/** A limit of the platform, of our budget or of the user's day is no failure of the account. */
function afterFailure(ctx: JobCtx, claim: DueClaim, error: unknown): Release {
  const { id } = claim;
  if (error instanceof PlatformFailure && error.kind === 'LIMITED')
    return { id, dueAt: inMs(ctx, (error.details.retryAfterSeconds ?? 0) * 1_000) };
  const isOfAll = error instanceof PlatformFailure && failureOfWhom[error.kind] === 'SHARED';
  if (isOfAll || (error instanceof Refusal && error.code === 'RATE_LIMITED')) return afterSkip(ctx, claim);
  return backedOff(claim, ctx.now(), longestPauseMs);
}

const afterSkip = (ctx: JobCtx, { id }: DueClaim): Release => ({
  id,
  dueAt: inMs(ctx, retryAfterMs(1, longestPauseMs)),
});

const inMs = ({ now }: JobCtx, ms: number): Date => new Date(now().getTime() + ms);
