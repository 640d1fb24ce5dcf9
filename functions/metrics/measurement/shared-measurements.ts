import type { MetricRules } from '../../../schema/metrics/metric-rules.ts';
import { isAggregated, type ReadBy, sharingOf } from '../../../schema/metrics/sharing.ts';

/** Whether analytics of others may contain what was read so: always, never, or while the account's owner consents. */
export function isSharedBy(by: ReadBy, rules: MetricRules): boolean | 'WITH_CONSENT' {
  if (!isAggregated(by.platform, rules)) return false;
  const sharing = sharingOf(by, rules);
  return sharing === 'WITH_CONSENT' ? sharing : sharing === 'PUBLIC';
}
