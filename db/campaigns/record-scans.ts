import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { decisionRetryMinutes, flagRules, scansUntilUnavailable } from '../../schema/campaigns/scan-rules.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { array, jsonb } from '../client.ts';
import type { MeasurementSharing } from '../tables/columns.ts';
import { posts } from '../tables/posts.ts';

export interface CampaignScan {
  readonly platform: Platform;
  readonly at: Date;
  /** To whom the metrics may be shown besides the creator. */
  readonly sharing: MeasurementSharing;
  /** The window of the advertiser's decision. */
  readonly moderationHours: number;
}

/**
 * Takes the measurements of these posts at this time over into the campaigns that they were submitted to: states, flags and earnings. It follows
 * the statement that stores the measurements, in the same transaction.
 */
export const recordCampaignScans = (
  contentIds: readonly string[],
  { platform, at, sharing, moderationHours }: CampaignScan,
): SQL => {
  const scanned = sql`array(select ${posts.id} from ${posts}
    where ${posts.platform} = ${platform} and ${posts.contentId} = any (${array(contentIds)}::text[]))`;
  const rules = {
    ...flagRules,
    moderationHours,
    missingScans: scansUntilUnavailable,
    retryMinutes: decisionRetryMinutes,
  };
  return sql`select campaign_record_scans(${scanned}, ${sharing}, ${at}, ${jsonb(rules)})`;
};
