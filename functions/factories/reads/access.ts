import type { PlatformAccess } from '../../../db/factories/reads/access.ts';
import { isWithheld, type MetricRules, shownSince } from '../../../schema/metrics/metric-rules.ts';
import type { Sharing } from '../../../schema/metrics/metric-terms.ts';
import { isAggregated, sharingOf } from '../../../schema/metrics/sharing.ts';
import { type Platform, platforms } from '../../../schema/shared/enums.ts';

/**
 * Who reads a factory. OWNER: its owner. REPORT_API and REPORT_PAGE: the readers of a share link, who are others for the terms of the platforms;
 * only pages may show some metrics to others. STAFF sees what the owner sees.
 */
export type ReadAs = 'OWNER' | 'REPORT_API' | 'REPORT_PAGE';

/** What a reader may see of each platform. */
export const accessAs = (as: ReadAs, rules: MetricRules, now: Date): readonly PlatformAccess[] =>
  platforms.map((platform) => ({
    platform,
    since: shownSince(platform, rules, now),
    isAggregated: isAggregated(platform, rules),
    ...(as === 'OWNER' ? ofOwner(platform, rules) : ofOthers(platform, rules, as)),
  }));

type Shown = Pick<PlatformAccess, 'isShownByKey' | 'grantAccess' | 'hasHistory'>;

/** The owner of the factory has the metrics read. Those that the operator withholds are only for the owner of the account. */
const ofOwner = (platform: Platform, rules: MetricRules): Shown =>
  isWithheld(platform, rules)
    ? { isShownByKey: false, grantAccess: 'OWN', hasHistory: true }
    : { isShownByKey: true, grantAccess: 'OWNER', hasHistory: true };

function ofOthers(platform: Platform, rules: MetricRules, as: 'REPORT_API' | 'REPORT_PAGE'): Shown {
  const [byKey, byGrant] = [false, true].map((isByGrant) => sharingOf({ platform, isByGrant }, rules));
  const isShown = (sharing: Sharing | undefined) =>
    sharing === 'PUBLIC' || (sharing === 'PAGES_ONLY' && as === 'REPORT_PAGE');
  return {
    isShownByKey: isShown(byKey),
    grantAccess: byGrant === 'WITH_CONSENT' || isShown(byGrant) ? 'OTHERS' : null,
    // Pages may show the newest metrics alone.
    hasHistory: byKey !== 'PAGES_ONLY',
  };
}
