import { sql } from 'drizzle-orm/sql/sql';
import type { Pool } from 'pg';
import { recordCampaignScans } from '../../../db/campaigns/record-scans.ts';
import type { Db } from '../../../db/client.ts';
import { recordReadings } from '../../../db/metrics/record-readings.ts';
import { retryOnConflict } from '../../../functions/retry-on-conflict.ts';
import { fc, fuzzSeed } from '../fast-check.ts';

/** Creates the table in which the scans note what they have reached. */
export async function createRecordedScans(pool: Pool): Promise<void> {
  await pool.query('create table recorded_scans (post bigint, at timestamptz, views bigint)');
  await pool.query('grant insert on recorded_scans to castline_jobs');
}

interface Scan {
  readonly at: Date;
  readonly readings: readonly { readonly contentId: string; readonly views: number | null }[];
}

/** Stores a scan as the job does, and notes in `recorded_scans` which posts of campaigns it has reached. */
function store(jobs: Db, { at, readings }: Scan): Promise<void> {
  const told = readings.map(({ contentId, views }) => ({
    contentId,
    counts: { views, likes: views === null ? null : 1, comments: 0, saves: null },
    reasons: {
      saves: 'NOT_OFFERED' as const,
      ...(views === null && { views: 'HIDDEN' as const, likes: 'HIDDEN' as const }),
    },
    post: null,
  }));
  const shown = told.map((reading) => ({
    ...reading,
    post: {
      mediaType: 'VIDEO' as const,
      visibility: 'PUBLIC' as const,
      publishedAt: new Date(0),
      ownerExternalId: null,
    },
  }));
  const by = {
    platform: 'YOUTUBE',
    source: 'YOUTUBE_DATA_API',
    viewDefinition: null,
    grantOf: null,
    isShared: true,
  } as const;
  const contents = readings.map(({ contentId }) => contentId);
  return retryOnConflict(() =>
    jobs.transaction([
      recordReadings(shown, { ...by, at, leaseEnd: null }),
      recordCampaignScans(contents, { platform: 'YOUTUBE', at, sharing: 'ALWAYS', moderationHours: 168 }),
      sql`insert into recorded_scans select p.id, m.measured_at, m.views from campaign_posts p
        join post_measurements m on m.post_id = p.post_id and m.measured_at = ${at}
        where p.content_id = any (array(select jsonb_array_elements_text(${JSON.stringify(contents)}::jsonb))) and p.scanned_at = ${at}`,
    ]),
  );
}

/** Random scans of these posts, each delivered up to five times. Their times are in order, but their commits are not. */
export function randomScans(
  jobs: Db,
  contents: readonly string[],
  { scans, batch, maxViews }: { scans: number; batch: number; maxViews: number },
) {
  const aScan = fc.record({
    times: fc.integer({ min: 1, max: 5 }),
    readings: fc.array(
      fc.record({
        contentId: fc.constantFrom(...contents),
        views: fc.oneof(
          { weight: 9, arbitrary: fc.nat({ max: maxViews }) },
          { weight: 1, arbitrary: fc.constant(null) },
        ),
      }),
      { minLength: 1, maxLength: batch, size: 'max' },
    ),
  });
  const start = Date.now();
  return fc.sample(aScan, { seed: fuzzSeed, numRuns: scans }).flatMap(({ times, readings }, n) => {
    const scan = {
      at: new Date(start + n),
      readings: [...new Map(readings.map((one) => [one.contentId, one])).values()],
    };
    return Array.from({ length: times }, () => () => store(jobs, scan));
  });
}
