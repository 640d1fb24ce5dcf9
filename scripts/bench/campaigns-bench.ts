import { analyticsOfCampaign } from '../../db/campaigns/analytics.ts';
import { endCampaign } from '../../db/campaigns/campaigns.ts';
import { acceptPost } from '../../db/campaigns/moderation.ts';
import { offersPage } from '../../db/campaigns/offers.ts';
import { recordCampaignScans } from '../../db/campaigns/record-scans.ts';
import type { Db } from '../../db/client.ts';
import { recordReadings, type StoredReading } from '../../db/metrics/record-readings.ts';
import { facts } from '../../db/query.ts';
import type { Bench } from './bench.ts';
import { type CampaignsData, growCampaigns } from './campaigns-data.ts';
import { startWork } from './work.ts';

const dayMs = 86_400_000;
const longAgo = () => new Date(0);

/**
 * Measures what campaigns cost Postgres: the analytics of a small campaign and of one with 10,000 posts of 100 measurements each, a page of offers, an
 * acceptance, a scan of 50 posts, and the end of a campaign with 10,000 posts that are not decided about, all shown with consent.
 */
export async function benchCampaigns(bench: Bench): Promise<void> {
  const data = await growCampaigns(bench.client);
  const api = await startWork(bench, 'api');
  const analyticsOf = (id: number) => (db: Db) => readAnalytics(db, data, id);
  // The first one warms the caches.
  await api.repeat('analytics of a campaign with 10 posts, cold', analyticsOf(data.small));
  const small = await api.repeat('analytics of a campaign with 10 posts', analyticsOf(data.small));
  const large = await api.repeat('analytics of a campaign with 10,000 posts', analyticsOf(data.large));
  await api.repeat(
    'a page of 20 offers',
    async (db) => (await db.read(offersPage(data.creator, { limit: 20 }, new Date()))).length,
  );
  await api.repeat('acceptance of a post', async (db, run) => {
    await db.transaction([acceptPost(data.undecided[run] ?? 0, new Date())]);
    return 1;
  });
  await api.stop();
  const jobs = await startWork(bench, 'jobs');
  await jobs.repeat('scan commit of 50 posts of a campaign', (db, run) => scan(db, data, run));
  await jobs.repeat(
    'end of a campaign with 10,000 undecided posts of 2,000 creators',
    async (db, run) => {
      const campaign = { id: data.ending[run] ?? 0, version: 1 };
      await db.transaction(endCampaign(campaign, { ending: 'COMPLETED', actor: 'SYSTEM', at: new Date() }));
      return 10_000;
    },
    1,
  );
  await jobs.stop();
  console.log(`\nanalytics, 10,000 posts to 10 posts: ${(large / small).toFixed(2)} (target <= 1.5)`);
}

async function readAnalytics(db: Db, { advertiser }: CampaignsData, id: number): Promise<number> {
  const until = new Date();
  const days = { from: new Date(until.getTime() - 30 * dayMs), until };
  await facts(db, { metrics: analyticsOfCampaign(advertiser, id, { days, since: longAgo, creators: 100 }) });
  return 1;
}

/** Stores readings of other posts in each run. */
async function scan(db: Db, { contents }: CampaignsData, run: number): Promise<number> {
  const at = new Date();
  const scanned = contents.slice(run * 50, run * 50 + 50);
  const readings = scanned.map((contentId): StoredReading => {
    const counts = { views: 1_000_000 + run, likes: 9_000, comments: 300, saves: null };
    const post = { mediaType: 'VIDEO', visibility: 'PUBLIC', publishedAt: at, ownerExternalId: null } as const;
    return { contentId, counts, reasons: { saves: 'NOT_OFFERED' }, post };
  });
  const by = {
    platform: 'TIKTOK',
    source: 'TIKTOK_DISPLAY_API',
    viewDefinition: null,
    grantOf: null,
    isShared: true,
  } as const;
  await db.transaction([
    recordReadings(readings, { ...by, at, leaseEnd: null }),
    recordCampaignScans(scanned, { platform: 'TIKTOK', at, sharing: 'WITH_CONSENT', moderationHours: 168 }),
  ]);
  return readings.length;
}
