import type { PlatformAccess } from '../../../db/factories/reads/access.ts';
import { isWithheld, type MetricRules, shownSince } from '../../../schema/metrics/metric-rules.ts';
import type { Sharing } from '../../../schema/metrics/metric-terms.ts';
import { isAggregated, sharingOf } from '../../../schema/metrics/sharing.ts';
import { type Platform, platforms } from '../../../schema/shared/enums.ts';

/**
 * The reader of a factory. OWNER: its owner, or staff. REPORT_API, REPORT_PAGE: the readers of a share link. The terms of some platforms let only
 * pages show metrics to them.
 */
export type ReadAs = 'OWNER' | 'REPORT_API' | 'REPORT_PAGE';

/** The metrics of each platform that a reader may see. */
export const accessAs = (as: ReadAs, rules: MetricRules, now: Date): readonly PlatformAccess[] =>
  platforms.map((platform) => ({
    platform,
    since: shownSince(platform, rules, now),
    isAggregated: isAggregated(platform, rules),
    ...(as === 'OWNER' ? ofOwner(platform, rules) : ofOthers(platform, rules, as)),
  }));

type Shown = Pick<PlatformAccess, 'isShownByKey' | 'grantAccess' | 'hasHistory'>;

/** The owner of the factory sees all metrics, except those that the operator withholds: only the owner of the account sees them. */
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
    // A platform with PAGES_ONLY allows only the newest metrics, without history.
    hasHistory: byKey !== 'PAGES_ONLY',
  };
}
