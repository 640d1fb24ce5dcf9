import { leaseFor, release } from '../../db/leases.ts';
import { bindPosts } from '../../db/metrics/tracked-posts.ts';
import { notifyOwner } from '../../db/notifications/account-events.ts';
import { proveAccount } from '../../db/social-accounts/account-changes.ts';
import { type DueClaim, leasableClaims, leaseDueClaims, recordAnswer } from '../../db/social-accounts/claims.ts';
import { platforms } from '../../schema/shared/enums.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { methodOf, openPlatform } from './open-platform.ts';
import { isCodeIn } from './profile-code-rules.ts';
import { profileTimes } from './profile-times.ts';
import { retryAfterMs } from './rules.ts';

const batch = 20;
const leaseSeconds = 5 * 60;
const longestPauseMs = 60 * 60_000;

/**
 * Looks for the codes of accounts in their profiles. A platform that does not answer is asked again while the code is valid, later each time.
 */
export async function checkAccounts(ctx: JobCtx): Promise<JobResult> {
  const askable = platforms.filter((name) => methodOf(ctx, name) === 'BIO_CODE');
  if (askable.length === 0) return { done: 0, isMore: false };
  const lease = { ...leaseFor(ctx.now(), leaseSeconds), limit: batch, platforms: askable };
  const due = await leaseDueClaims(ctx.db, lease);
  for (const claim of due) await check(ctx, claim, lease);
  return { done: due.length, isMore: due.length === batch };
}

async function check(ctx: JobCtx, claim: DueClaim, lease: { readonly leasedUntil: Date }): Promise<void> {
  try {
    const profile = await openPlatform(ctx, claim.platform, claim.ownerId)?.channel({ handle: claim.handle }, 'APP');
    const answered = recordAnswer(claim.id, lease, ctx.now());
    if (!profile || !isCodeIn(profile.description, claim.code)) return await ctx.db.transaction([answered]);
    const { externalId, handle, title, followers } = profile;
    const proven = { externalId, handle: handle ?? claim.handle, title, followers };
    const event = { accountId: claim.id, kind: 'social_account.activated', actor: 'CREATOR' } as const;
    await ctx.db.transaction([
      answered,
      proveAccount(claim, proven, 'BIO_CODE', profileTimes(ctx, claim.platform)),
      bindPosts({ ...claim, handle: proven.handle }, ctx.now()),
      notifyOwner(event, ctx.now()),
    ]);
    await ctx.enqueue([{ kind: 'read-outbox' }]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Another user has proven the account, or its owner has changed it: the next check reads the present state.
    if (error.isConflict) return ctx.db.transaction([recordAnswer(claim.id, lease, ctx.now())]);
    const failures = claim.failures + 1;
    const dueAt = new Date(ctx.now().getTime() + retryAfterMs(failures, longestPauseMs));
    await release(ctx.db, leasableClaims, [{ id: claim.id, dueAt, failures }], lease);
  }
}
