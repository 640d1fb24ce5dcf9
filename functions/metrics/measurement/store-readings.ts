import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { recordCampaignScans } from '../../../db/campaigns/record-scans.ts';
import { type Measured, recordReadings } from '../../../db/metrics/record-readings.ts';
import { metricTerms } from '../../../schema/metrics/metric-terms.ts';
import { sharingWithAdvertisers } from '../../../schema/metrics/sharing.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import type { JobCtx } from '../../context.ts';
import type { Reading } from '../../social-accounts/index.ts';
import { storedReading, withoutAnnounced } from './rules.ts';
import { isSharedBy } from './shared-measurements.ts';

interface Asked {
  readonly platform: Platform;
  /** The account under whose grant they were read; null: by the application's key. */
  readonly accountId: number | null;
  /** Only posts with this lease; null: all posts that are measured. */
  readonly leaseEnd: Date | null;
}

/** What a platform returned for some posts, and what else the commit changes with them. */
interface Read extends Pick<Measured, 'readFor' | 'unread'> {
  readonly readings: Iterable<readonly [contentId: string, reading: Reading]>;
  readonly more: (at: Date) => readonly SQLWrapper[];
}

/** The statements that store readings of posts that are shown, in deliveries and then in campaigns, because campaigns are locked after posts and channels. */
export function storeReadings(
  { settings, now }: JobCtx,
  { platform, accountId, leaseEnd }: Asked,
  reads: readonly Read[],
): SQLWrapper[] {
  const at = now();
  const { source, viewDefinition } = metricTerms[platform];
  const by = { platform, isByGrant: accountId !== null };
  const measured = { platform, source, viewDefinition, at, grantOf: accountId, leaseEnd };
  const stored = reads.map(({ readings, unread = [], ...read }) => {
    const { shown, announced } = withoutAnnounced(new Map(readings));
    return {
      ...read,
      readings: shown.map(([id, reading]) => storedReading(id, reading)),
      unread: [...unread, ...announced],
    };
  });
  return [
    ...stored.flatMap(({ readings, more, ...read }) => [
      recordReadings(readings, { ...measured, ...read, isShared: isSharedBy(by, settings) }),
      ...more(at),
    ]),
    recordCampaignScans(
      stored.flatMap(({ readings }) => readings.map(({ contentId }) => contentId)),
      {
        platform,
        at,
        sharing: sharingWithAdvertisers(by, settings),
        moderationHours: settings.MODERATION_WINDOW_HOURS,
      },
    ),
  ];
}
