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
  /** The moderation window in hours. */
  readonly moderationHours: number;
}

/**
 * Updates the campaigns that these posts were submitted to by their measurements at this time: states, flags and earnings. It follows the
 * statement that stores the measurements, in the same transaction.
 */
export const recordCampaignScans = (
  contentIds: readonly string[],
  { platform, at, sharing, moderationHours }: CampaignScan,
): SQL => {
  const scanned = sql`array(select ${posts.id} from ${posts}
    where ${posts.platform} = ${platform} and ${posts.contentId} = any (${array(contentIds)}::text[]))`;
  const rules = { ...flagRules, ...decision, moderationHours, missingScans: scansUntilUnavailable };
  return sql`select campaign_record_scans(${scanned}, ${sharing}, ${at}, ${jsonb(rules)})`;
};

const decision = { retryMinutes: decisionRetryMinutes };

/**
 * Decides about undecided posts of campaigns that are stories which have ended, by their last measurement, because no scan follows. The caller has
 * locked the posts.
 */
export const decideEndedStories = (ended: readonly { readonly id: number }[], { at }: { readonly at: Date }): SQL[] =>
  ended.length === 0
    ? []
    : [sql`select campaign_decide_ended(${array(ended.map(({ id }) => id))}::bigint[], ${at}, ${jsonb(decision)})`];
