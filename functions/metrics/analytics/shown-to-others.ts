import type { ShownSince } from '../../../db/metrics/engagement.ts';
import { type MetricRules, shownSince } from '../../../schema/metrics/metric-rules.ts';
import { isAggregated, sharingOf } from '../../../schema/metrics/sharing.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import type { Ctx } from '../../context.ts';

/** The age limit of metrics that the advertiser may see. Withheld platforms show none. */
export const shownToOthers =
  ({ settings, now }: Pick<Ctx, 'settings' | 'now'>): ShownSince =>
  (platform) =>
    isNeverShown(platform, settings) ? null : shownSince(platform, settings, now());

/**
 * Whether others never see metrics of the platform. Where they need a consent, the last known metrics exist only while the owner of the account
 * gives it.
 */
const isNeverShown = (platform: Platform, rules: MetricRules): boolean =>
  !isAggregated(platform, rules) ||
  [true, false].every((isByGrant) => ['NEVER', 'PAGES_ONLY'].includes(sharingOf({ platform, isByGrant }, rules)));
