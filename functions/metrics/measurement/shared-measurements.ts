import type { MetricRules } from '../../../schema/metrics/metric-rules.ts';
import { isAggregated, type ReadBy, sharingOf } from '../../../schema/metrics/sharing.ts';

/** Whether others may see such readings in analytics: always, never, or while the owner of the account consents. */
export function isSharedBy(by: ReadBy, rules: MetricRules): boolean | 'WITH_CONSENT' {
  if (!isAggregated(by.platform, rules)) return false;
  const sharing = sharingOf(by, rules);
  return sharing === 'WITH_CONSENT' ? sharing : sharing === 'PUBLIC';
}
