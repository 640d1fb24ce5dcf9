import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { recordCampaignScans } from '../../../db/campaigns/record-scans.ts';
import { type Measured, recordReadings } from '../../../db/metrics/record-readings.ts';
import { metricTerms } from '../../../schema/metrics/metric-terms.ts';
import { sharingOf } from '../../../schema/metrics/sharing.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import type { JobCtx } from '../../context.ts';
import type { Reading } from '../../social-accounts/index.ts';
import { storedReading } from './rules.ts';
import { isSharedBy } from './shared-measurements.ts';

interface ReadingsOf {
  readonly platform: Platform;
  /** The account under whose grant they were read; null: by the application's key. */
  readonly accountId: number | null;
  /** Only posts with this lease; null: all posts that are measured. */
  readonly leaseEnd: Date | null;
  readonly readFor?: Measured['readFor'];
}

/** The statements that store readings, in deliveries and in campaigns. */
export function storeReadings(
  { settings, now }: JobCtx,
  readings: Iterable<readonly [contentId: string, reading: Reading]>,
  { platform, accountId, leaseEnd, readFor }: ReadingsOf,
): SQLWrapper[] {
  const stored = [...readings].map(([id, reading]) => storedReading(id, reading));
  const { source, viewDefinition } = metricTerms[platform];
  const by = { platform, isByGrant: accountId !== null };
  const measured = { platform, source, viewDefinition, at: now(), grantOf: accountId, leaseEnd };
  return [
    recordReadings(stored, { ...measured, isShared: isSharedBy(by, settings), ...(readFor && { readFor }) }),
    recordCampaignScans(
      stored.map(({ contentId }) => contentId),
      {
        platform,
        at: measured.at,
        sharing: inCampaigns[sharingOf(by, settings)],
        moderationHours: settings.MODERATION_WINDOW_HOURS,
      },
    ),
  ];
}

/** Metrics that only pages may show are not for an advertiser. */
const inCampaigns = { PUBLIC: 'ALWAYS', WITH_CONSENT: 'WITH_CONSENT', PAGES_ONLY: 'NEVER', NEVER: 'NEVER' } as const;
