import { claimChecks, decideClaim } from '../../db/ownership.ts';
import { platforms } from '../../schema/enums.ts';
import { Refusal } from '../../schema/errors.ts';
import type { OwnershipRecord } from '../../schema/ownership-records.ts';
import type { JobCtx } from '../context.ts';
import { openPlatform } from '../social-accounts/index.ts';
import { accountOf, isCodeIn, life } from './rules.ts';

const batch = 10;
// A bio that was changed just now may be served from a cache for a while.
const pauseMs = 15 * 60_000;
const patienceMs = 60 * 60_000;

/**
 * Submitted channels in whose bio the platform shows the code are VERIFIED. The others stay for staff; they are asked for
 * at once and every quarter of an hour until one is over. True when there may be more.
 */
export async function checkOwnership(ctx: JobCtx, channelId?: number): Promise<boolean> {
  const at = ctx.now();
  const asked = platforms.filter((platform) => openPlatform(ctx, platform, null) !== null);
  if (asked.length === 0) return false;
  const claims = await claimChecks(ctx.db, {
    at,
    askedBefore: new Date(at.getTime() - pauseMs),
    submittedSince: new Date(at.getTime() - patienceMs),
    platforms: asked,
    most: batch,
    channelId,
  });
  for (const claim of claims) if (await isCodeShown(ctx, claim)) await verify(ctx, claim);
  return claims.length === batch;
}

async function isCodeShown(ctx: JobCtx, claim: OwnershipRecord): Promise<boolean> {
  const account = accountOf(claim);
  if (account === null || claim.code === null) return false;
  try {
    const channel = await openPlatform(ctx, claim.platform, claim.creatorId)?.channel(account);
    return channel ? isCodeIn(channel.description, claim.code) : false;
  } catch (error) {
    // A platform that is silent, or whose budget or the creator's share of it is spent, is asked again, or staff decides.
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Unless the channel was changed or decided about meanwhile. */
async function verify({ db, now }: JobCtx, channel: OwnershipRecord): Promise<void> {
  const to = life[channel.ownership].find;
  if (to !== 'VERIFIED') return;
  try {
    const move = { channel, actorId: null, at: now() };
    await db.transaction(decideClaim(move, { to, kind: 'CODE_FOUND', reason: null }));
  } catch (error) {
    if (!(error instanceof Refusal && error.isLostRace)) throw error;
  }
}
