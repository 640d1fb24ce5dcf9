import { decideClaim, type OwnershipRecord } from '../../../db/creators/ownership.ts';
import { type DueCheck, leaseChecks, recordCheck } from '../../../db/creators/ownership-checks.ts';
import { causeOf } from '../../../db/failures.ts';
import { leaseFor } from '../../../db/leases.ts';
import { platforms } from '../../../schema/shared/enums.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { log } from '../../log.ts';
import { queueRebuild } from '../../rebuild-catalog.ts';
import type { CommonSettings, PlatformSettings } from '../../settings/index.ts';
import { checkByPlatform, isCodeIn, openPlatform } from '../../social-accounts/index.ts';
import { accountOf, life } from './rules.ts';

const batch = 10;
// Platforms may serve a changed bio from a cache for a while.
const pauseSeconds = 15 * 60;
// A platform that has not answered for an hour is called hourly while the code is valid.
const longPauseSeconds = 60 * 60;

/**
 * Verifies submitted channels whose bio on the platform shows the code; the others wait for staff. It calls the platform at once and then
 * every quarter of an hour, until the platform has answered for an hour.
 */
export async function checkOwnership(
  ctx: JobCtx<CommonSettings & PlatformSettings>,
  channelId?: number,
): Promise<JobResult> {
  const at = ctx.now();
  const available = platforms.filter((platform) => openPlatform(ctx, platform, null) !== null);
  if (available.length === 0) return { done: 0, isMore: false };
  const [young, old] = [leaseFor(at, pauseSeconds), leaseFor(at, longPauseSeconds)];
  // A pause that ends later than an hour after the submission is a long one.
  const submittedSince = new Date(young.leasedUntil.getTime() - longPauseSeconds * 1_000);
  const checks = await leaseChecks(ctx.db, {
    at,
    young: { ...young, submittedSince },
    old,
    platforms: available,
    limit: batch,
    channelId,
  });
  const items = checks.map((due) => ({ platform: due.claim.platform, due }));
  await checkByPlatform(items, {
    check: ({ due }) => check(ctx, due),
    // The lease ends with the pause, so a later run retries, or staff decides.
    async failed({ due: { claim } }, error) {
      const isExpected = error instanceof Refusal;
      const why = causeOf(isExpected ? (error.cause ?? error) : error);
      log(isExpected ? 'warn' : 'error', 'ownership.check-failed', { channelId: claim.channelId, ...why });
    },
  });
  return { done: checks.length, isMore: checks.length === batch };
}

async function check(ctx: JobCtx<CommonSettings & PlatformSettings>, { claim, leasedUntil }: DueCheck): Promise<void> {
  const { bio, isAskable } = await bioOf(ctx, claim);
  const held = { id: claim.channelId, leasedUntil };
  const isFound = bio !== null && claim.code !== null && isCodeIn(bio, claim.code);
  await recordCheck(ctx.db, held, !isAskable ? 'UNASKABLE' : isFound ? 'FOUND' : 'NOT_FOUND', ctx.now());
  if (isFound) await verify(ctx, claim);
}

interface BioResult {
  readonly isAskable: boolean;
  /** Null when it cannot be asked; empty when the platform has no such channel. */
  readonly bio: string | null;
}

async function bioOf(ctx: JobCtx<CommonSettings & PlatformSettings>, claim: OwnershipRecord): Promise<BioResult> {
  const account = accountOf(claim);
  const platform = openPlatform(ctx, claim.platform, claim.creatorId);
  if (account === null || platform === null) return { isAskable: false, bio: null };
  return { isAskable: true, bio: (await platform.channel(account, 'APP'))?.description ?? '' };
}

/** Verifies the channel, unless it has changed or was decided since. If another creator has proven it, staff decides. */
async function verify(ctx: JobCtx<CommonSettings & PlatformSettings>, channel: OwnershipRecord): Promise<void> {
  const to = life[channel.ownership].find;
  if (to !== 'VERIFIED') return;
  try {
    const move = { channel, actorId: null, at: ctx.now() };
    await ctx.db.transaction(decideClaim(move, { to, kind: 'CODE_FOUND', reason: null }));
    await queueRebuild(ctx);
  } catch (error) {
    if (!(error instanceof Refusal && error.isConflict)) throw error;
  }
}
