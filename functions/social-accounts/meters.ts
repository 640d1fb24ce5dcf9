import type { OpenPlatform } from '../../db/platform-work.ts';
import type { Closing, Spending } from '../../db/social-accounts/platform-budgets.ts';
import { type Platform, platforms } from '../../schema/shared/enums.ts';
import type { WorkName } from '../../schema/social-accounts/platform-buckets.ts';
import type { JobCtx } from '../context.ts';
import { type Cost, isOneLimit, quotaOf, type SocialPlatform, windowOf } from '../platform/social/index.ts';
import type { CommonSettings, PlatformSettings } from '../settings/index.ts';

/**
 * The part of a day's units that each kind of work may use. Users and jobs may each use nine tenths, so each leaves a tenth to the other. Work
 * that does not decide about money stops when jobs have used eight tenths.
 */
const shares = { USERS: 0.9, MONEY: 0.9, OTHERS: 0.8 } as const;
export type Spender = keyof typeof shares;

/** The units that a spender may use in a day. */
const unitsOf = (spender: Spender, units: number): number =>
  units === 0 ? 0 : Math.max(1, Math.floor(units * shares[spender]));

/** The platforms, with the units that jobs may spend in the current day. */
export const openPlatforms = ({ settings, now }: Pick<JobCtx, 'settings' | 'now'>): OpenPlatform[] =>
  platforms.map((platform) => {
    const at = now();
    const { day, units } = quotaOf(settings, platform, at);
    return { platform, day, at, moneyUnits: unitsOf('MONEY', units), otherUnits: unitsOf('OTHERS', units) };
  });

/** Who spends. `work` is what a job asks for; null: a user asks, or no pause stops the requests. */
export interface Payer {
  readonly spender: Spender;
  readonly work: WorkName | null;
}

/** The cost of requests, with all limits that they count against. */
export function spendingOf(
  { settings, now }: Pick<JobCtx<CommonSettings & PlatformSettings>, 'settings' | 'now'>,
  platform: Platform,
  { windows }: Pick<SocialPlatform, 'windows'>,
  cost: Cost,
  { spender, work }: Payer,
): Spending {
  const at = now();
  const budget = quotaOf(settings, platform, at);
  return {
    budget,
    share: { isOfUsers: spender === 'USERS', units: unitsOf(spender, budget.units) },
    ...{ cost, work },
    window: windowOf(windows, cost.bucket),
    at,
  };
}

/** Collects the buckets that a platform reports as empty. */
export function closingsOf(platform: Platform) {
  const closings: Closing[] = [];
  const report = (bucket: string, { remaining, resetsAt }: { readonly remaining: number; readonly resetsAt: Date }) => {
    if (remaining === 0 && isOneLimit(bucket)) closings.push({ platform, bucket, until: resetsAt });
  };
  return { closings, report };
}
