import { closeBuckets, spend, spendFor } from '../../db/social-accounts/platform-budgets.ts';
import type { ReadBy } from '../../schema/metrics/sharing.ts';
import { type Platform, platforms } from '../../schema/shared/enums.ts';
import { missing, Refusal } from '../../schema/shared/errors.ts';
import { type VerificationMethod, verificationMethodOf } from '../../schema/social-accounts/verification-methods.ts';
import type { JobCtx } from '../context.ts';
import {
  type Asker,
  type Cost,
  type Credential,
  canAsk,
  isFailureOfAll,
  type MediaIds,
  type Meter,
  PlatformFailure,
  platformOf,
  type Reading,
  type SocialPlatform,
  secondsUntilNextDay,
} from '../platform/social/index.ts';
import type { CommonSettings, PlatformSettings } from '../settings/index.ts';
import { closingsOf, type Payer, spendingOf } from './meters.ts';

export type { Cost, Credential, MediaIds, Reading, SocialPlatform };
export { isFailureOfAll, PlatformFailure };

type PlatformCtx = Pick<JobCtx<CommonSettings & PlatformSettings>, 'db' | 'settings' | 'now' | 'defer'>;

const unitsOfOneUser = 50;

/**
 * Opens a platform's API within its limits; null if this deployment cannot ask it so. Requests of a user count against that user's share of the
 * daily budget. A null user is a job of the service.
 */
export function openPlatform(
  ctx: PlatformCtx,
  platform: Platform,
  userId: number | null,
  asker: Asker = 'APP',
): SocialPlatform | null {
  const windows = () => adapter?.windows ?? missing('the adapter that spends');
  const adapter = platformOf(ctx.settings, platform, asker, meterOf(ctx, platform, userId, windows));
  return adapter;
}

/** The meter for the token requests of a user's sign-in. They cost no units. */
export const tokenMeterOf = (ctx: PlatformCtx, platform: Platform, userId: number): Meter =>
  meterOf(ctx, platform, userId, () => ({}));

function meterOf(
  ctx: PlatformCtx,
  platform: Platform,
  userId: number | null,
  windows: () => SocialPlatform['windows'],
): Meter {
  const { db, now, defer } = ctx;
  return {
    async spend(cost) {
      const limits = { windows: windows() };
      const spender = userId === null ? 'OTHERS' : 'USERS';
      const requested = spendingOf(ctx, platform, limits, cost, { spender, work: null });
      if (userId === null) return spend(db, requested);
      const outcome = await spendFor(db, { userId, units: unitsOfOneUser }, requested);
      if (outcome === 'NO_SHARE_LEFT') throw requestedTooOften(platform, now());
      return outcome === 'SPENT';
    },
    report(bucket, window) {
      const { closings, report } = closingsOf(platform);
      report(bucket, window);
      if (closings.length > 0) defer(db.transaction(closeBuckets(closings, now())));
    },
  };
}

/** Whether this deployment can prove accounts of the platform, by a code or by a sign-in. */
export const isOffered = ({ settings }: Pick<PlatformCtx, 'settings'>, platform: Platform): boolean =>
  canAsk(settings, platform, 'APP') || canAsk(settings, platform, 'GRANT');

/** How a creator proves an account here: a code needs a profile that this deployment can read without a grant. */
export const methodOf = ({ settings }: Pick<PlatformCtx, 'settings'>, platform: Platform): VerificationMethod =>
  canAsk(settings, platform, 'APP') ? verificationMethodOf[platform] : 'OAUTH';

/**
 * How this deployment reads the posts and the profile of each platform: by its own key wherever it has one, so that the metrics need no consent;
 * else under the grant of the account.
 */
export function readersOf({ settings }: Pick<PlatformCtx, 'settings'>): {
  readonly byKey: readonly Platform[];
  readonly byGrant: readonly Platform[];
} {
  const byKey = platforms.filter((platform) => canAsk(settings, platform, 'APP'));
  return {
    byKey,
    byGrant: platforms.filter((platform) => !byKey.includes(platform) && canAsk(settings, platform, 'GRANT')),
  };
}

interface Paid extends Payer {
  readonly asker: Asker;
  /** What was spent beforehand. */
  readonly cost: Cost;
  readonly report: Meter['report'];
}

/** The platforms whose posts this deployment reads. Kick's API has no posts. */
export function postReadersOf(ctx: Pick<PlatformCtx, 'settings'>): ReturnType<typeof readersOf> {
  const { byKey, byGrant } = readersOf(ctx);
  const hasPosts = (asker: Asker) => (platform: Platform) => (limitsOf(ctx, platform, asker)?.postsPerCall ?? 0) > 0;
  return { byKey: byKey.filter(hasPosts('APP')), byGrant: byGrant.filter(hasPosts('GRANT')) };
}

/** How this deployment reads the posts of a platform. */
export const postReadBy = (ctx: Pick<PlatformCtx, 'settings'>, platform: Platform): ReadBy => ({
  platform,
  isByGrant: postReadersOf(ctx).byGrant.includes(platform),
});

/** A platform's API for a job that has spent the cost of its requests beforehand. */
export interface Prepaid {
  readonly adapter: SocialPlatform;
  /** The part of the cost for which no request was made until now. */
  unused(): Cost;
}

/** Opens a platform's API for a job that has spent the cost of its requests beforehand. It spends only what they cost besides. */
export function openPrepaid(
  ctx: PlatformCtx,
  platform: Platform,
  { asker, cost, report, ...payer }: Paid,
): Prepaid | null {
  const left = { calls: cost.calls, units: cost.units };
  const meter: Meter = {
    async spend({ bucket, ...requested }) {
      const calls = bucket === cost.bucket ? Math.min(left.calls, requested.calls) : 0;
      const units = Math.min(left.units, requested.units);
      left.calls -= calls;
      left.units -= units;
      const rest = { bucket, calls: requested.calls - calls, units: requested.units - units };
      if (rest.calls === 0 && rest.units === 0) return true;
      const limits = adapter ?? missing('the adapter that spends');
      return spend(ctx.db, spendingOf(ctx, platform, limits, rest, payer));
    },
    report,
  };
  const adapter = platformOf(ctx.settings, platform, asker, meter);
  return adapter && { adapter, unused: () => ({ bucket: cost.bucket, ...left }) };
}

/** The adapter of a platform for its limits alone: it makes no requests. */
export const limitsOf = (
  { settings }: Pick<PlatformCtx, 'settings'>,
  platform: Platform,
  asker: Asker,
): Pick<SocialPlatform, 'bucketOfGrants' | 'costs' | 'postsPerCall' | 'windows'> | null =>
  platformOf(settings, platform, asker, { spend: async () => false, report() {} });

const requestedTooOften = (platform: Platform, at: Date) =>
  new Refusal('RATE_LIMITED', 'You have reached the daily limit of calls to the platform. Try again tomorrow.', {
    retryAfterSeconds: secondsUntilNextDay(platform, at),
  });
