import type { Client } from 'pg';
import type { Db } from '../../db/client.ts';
import { dueChannels } from '../../db/metrics/channel-views.ts';
import { recordReadings, type StoredReading } from '../../db/metrics/record-readings.ts';
import { duePosts, heldPosts } from '../../db/metrics/tracked-posts.ts';
import { beginWork, takeDueWork } from '../../db/platform-work.ts';
import { dueAudiences } from '../../db/social-accounts/audience-readings.ts';
import { platforms } from '../../schema/shared/enums.ts';
import { growAnalytics } from './analytics-data.ts';
import type { Bench } from './bench.ts';
import { startWork } from './work.ts';

const posts = 1_000_000;
/** Posts with a deliverable: all that are claimed in the runs. Of the others only the number matters. */
const delivered = 40_000;
const accounts = 100_000;
const dayMs = 86_400_000;
const readers = { byKey: ['YOUTUBE', 'TWITCH'], byGrant: ['TIKTOK'] } as const;

/**
 * Measures what a measurement of posts costs Postgres, with 100,000 connected accounts and 1,000,000 due posts: a claim of 1,000 rows, and the
 * read and the commit of a batch of 50 posts.
 */
export async function benchPlatforms(bench: Bench): Promise<void> {
  await growPosts(bench.client);
  const { repeat, stop } = await startWork(bench, 'jobs');
  const claimed: (readonly number[])[] = [];
  await repeat('claim of 1,000 due rows', async (db, run) => {
    const { seen, ids } = await claim(db, run);
    claimed.push(ids);
    return seen;
  });
  await repeat('read and commit of 50 posts', (db, run) => measure(db, run, (claimed[run] ?? []).slice(0, 50)));
  await stop();
}

const leaseEndOf = (run: number) => new Date(Math.floor(Date.now() / dayMs) * dayMs + dayMs + run * 1_000);

/** Takes the rows that are due, and gives the ids of the posts of one platform. */
async function claim(db: Db, run: number): Promise<{ readonly seen: number; readonly ids: readonly number[] }> {
  const at = new Date();
  const common = { ...readers, at, leaseEnd: leaseEndOf(run), putOffUntil: new Date(at.getTime() + dayMs) };
  const works = [
    duePosts({ ...common, trackedSince: new Date(at.getTime() - 400 * dayMs) }),
    dueChannels({ ...common, shown: ['YOUTUBE', 'TIKTOK'] }),
    dueAudiences(common),
  ];
  const open = platforms.map((platform) => ({ platform, day: '2026-01-01', at, moneyUnits: 1, otherUnits: 1 }));
  const { rows, seen } = await takeDueWork(db, works, { platforms: open, limit: 1_000, leaseEnd: leaseEndOf(run) });
  const posts = rows.filter(({ work, platform }) => work === 'POSTS' && platform === 'TWITCH');
  return { seen, ids: posts.map(({ id }) => id) };
}

async function measure(db: Db, run: number, ids: readonly number[]): Promise<number> {
  const at = new Date();
  const budget = { platform: 'TWITCH' as const, day: '2026-01-02', units: 1_000_000 };
  const { items } = await beginWork<{ readonly contentId: string }>(
    db,
    heldPosts(ids, leaseEndOf(run), readers),
    {
      budget,
      share: { isOfUsers: false, units: budget.units },
      work: 'POSTS',
      cost: { bucket: 'app', calls: 1, units: 1 },
      window: null,
      at,
    },
    null,
  );
  const readings = items.map(({ contentId }): StoredReading => {
    const counts = { views: 1_000_000, likes: 9_000, comments: 300, saves: null };
    const post = { mediaType: 'VIDEO', visibility: 'PUBLIC', publishedAt: at, ownerExternalId: null } as const;
    return { contentId, counts, reasons: { saves: 'NOT_OFFERED' }, post };
  });
  const measured = { platform: 'TWITCH', source: 'TWITCH_HELIX_API', viewDefinition: null, grantOf: null } as const;
  await db.transaction([recordReadings(readings, { ...measured, at, leaseEnd: leaseEndOf(run), isShared: true })]);
  return readings.length;
}

/** Only for temporary databases: it skips triggers and foreign keys. */
async function growPosts(client: Client): Promise<void> {
  await growAnalytics(client, { assignments: delivered * 2, creators: accounts });
  await client.query(`set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0`);
  for (const statement of [
    `insert into social_accounts (owner_id, platform, handle, external_id, status, is_verified, verified_via)
       select user_id, (array['YOUTUBE', 'TIKTOK', 'TWITCH'])[1 + user_id % 3], 'bench-' || user_id, 'bench-' || user_id, 'ACTIVE', true, 'PLATFORM_API'
       from creators order by user_id desc limit ${accounts}`,
    `insert into social_grants (social_account_id, platform, scopes, status, sealed_access, due_at, connected_at, audience_due_at, updated_at)
       select id, platform, '{}', 'ACTIVE', '\\x00', now(), now(), now() - interval '1 hour', now() from social_accounts where handle like 'bench-%'`,
    `insert into posts (platform, content_id, social_account_id, due_at, created_at)
       select s.platform, s.content_id, (select id from social_accounts c where c.owner_id = a.creator_id and c.platform = s.platform limit 1),
         now() - interval '1 day' - s.id % 86400 * interval '1 second', s.delivered_at
       from deliverable_scans s join deliverables d on d.id = s.deliverable_id join placement_assignments a on a.id = d.assignment_id
       order by s.id limit ${delivered} on conflict do nothing`,
    `insert into posts (platform, content_id, due_at, created_at)
       select (array['YOUTUBE', 'TIKTOK', 'TWITCH'])[1 + n % 3], 'later-' || n, now() - n % 3600 * interval '1 second', now()
       from generate_series(1, ${posts - delivered}) n`,
    'update deliverable_scans s set post_id = p.id from posts p where p.platform = s.platform and p.content_id = s.content_id',
    'set session_replication_role = origin',
    'vacuum analyze',
  ])
    await client.query(statement);
  const { rows } = await client.query<{ due: string; accounts: string }>(
    `select (select count(*) from posts where due_at <= now()) as due, (select count(*) from social_grants) as accounts`,
  );
  console.log(`\n${rows[0]?.due} due posts, ${rows[0]?.accounts} connected accounts.`);
}
