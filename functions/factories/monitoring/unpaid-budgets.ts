import type { UnpaidBudget } from '../../../db/factories/unpaid-listings.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import { missing } from '../../../schema/shared/errors.ts';
import type { JobCtx } from '../../context.ts';
import { limitsOf, openPlatforms, postReadersOf } from '../../social-accounts/index.ts';

/** Nobody's unpaid listings use more than this part of the units that a platform has for listings and scans, but each owner can list a few accounts. */
const largestPart = 1 / 4;
const fewUnits = 10;

/** How the listings of one owner that no scan pays for are limited today, at each platform. */
export function unpaidBudgets(ctx: JobCtx): UnpaidBudget[] {
  const { byKey } = postReadersOf(ctx);
  return openPlatforms(ctx).map(({ platform, day, otherUnits }) => {
    const costs = limitsOf(ctx, platform, byKey.includes(platform) ? 'APP' : 'GRANT')?.costs;
    const cost = (costs?.latest.units ?? 0) + (costs?.channel.units ?? 0);
    return { platform, day, cost, atMost: Math.max(fewUnits, Math.floor(otherUnits * largestPart)) };
  });
}

/** The day of a platform's quota. */
export const dayOf = (ctx: JobCtx, platform: Platform): string =>
  openPlatforms(ctx).find((one) => one.platform === platform)?.day ?? missing('the day of a platform');
