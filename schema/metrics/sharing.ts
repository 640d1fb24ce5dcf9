import type { Platform } from '../shared/enums.ts';
import { isWithheld, type MetricRules } from './metric-rules.ts';
import { metricTerms, type Sharing } from './metric-terms.ts';

/** How a measurement was read: with the key of the application, or under the grant of the account. */
export interface ReadBy {
  readonly platform: Platform;
  readonly isByGrant: boolean;
}

/** To whom a measurement may be shown. The operator's settings can only tighten it. */
export const sharingOf = ({ platform, isByGrant }: ReadBy, rules: MetricRules): Sharing =>
  isWithheld(platform, rules) ? 'NEVER' : metricTerms[platform].sharing[isByGrant ? 'byGrant' : 'byKey'];

/** To whom a measurement of a post may be shown besides the creator. What only pages may show is not for an advertiser. */
export const sharingWithAdvertisers = (by: ReadBy, rules: MetricRules): 'ALWAYS' | 'WITH_CONSENT' | 'NEVER' =>
  withAdvertisers[sharingOf(by, rules)];

const withAdvertisers = {
  PUBLIC: 'ALWAYS',
  WITH_CONSENT: 'WITH_CONSENT',
  PAGES_ONLY: 'NEVER',
  NEVER: 'NEVER',
} as const;

/** The state of the connection under which a measurement was read. */
export interface Connection {
  readonly isActive: boolean;
  readonly isConsented: boolean;
}

/**
 * Why others do not see a measurement in the API, or null when they see it. NOT_GRANTED: the connection has ended. WITHHELD: its owner has
 * not consented, or the platform's terms or the operator withhold it.
 */
export function hiddenFromOthers(
  by: ReadBy,
  { isActive, isConsented }: Connection,
  rules: MetricRules,
): 'WITHHELD' | 'NOT_GRANTED' | null {
  const sharing = sharingOf(by, rules);
  if (sharing === 'PUBLIC') return null;
  if (sharing !== 'WITH_CONSENT') return 'WITHHELD';
  if (!isActive) return 'NOT_GRANTED';
  return isConsented ? null : 'WITHHELD';
}

/** Whether sums, averages and rates may contain measurements of the platform (YouTube's Developer Policies, III.L). */
export const isAggregated = (platform: Platform, { DERIVED_METRICS_WITHHELD }: MetricRules): boolean =>
  !DERIVED_METRICS_WITHHELD.includes(platform);
