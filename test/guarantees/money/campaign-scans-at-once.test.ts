import { afterEach, expect, test } from 'vitest';
import { payCreators } from '../../../db/campaigns/payouts.ts';
import { type Db, openDb } from '../../../db/client.ts';
import { retryOnConflict } from '../../../functions/retry-on-conflict.ts';
import { campaignsOf, change, dataOf, move } from '../../support/market/campaigns.ts';
import type { Person } from '../../support/market/people.ts';
import { createRecordedScans, randomScans } from '../../support/market/random-scans.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { submitPosts } from '../../support/market/submitted-posts.ts';
import { countDeadlocks } from '../../support/stack/deadlocks.ts';
import { depth } from '../../support/stack/depth.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
let jobs: Db;
let campaigns: ReturnType<typeof campaignsOf>;
ownMarket(
  async (made) => {
    own = made;
    jobs = openDb({ DATABASE_URL: made.stack.databaseUrls.jobs, NEON_FETCH_ENDPOINT: made.stack.neonUrl });
    campaigns = campaignsOf(made.stack.baseUrl, made.market);
    await createRecordedScans(made.market.pool);
  },
  { vars: { RATE_LIMIT_SCALE: '1000000' } },
);
afterEach(async () => {
  await own.market.expectSoundLedger();
  expect(countDeadlocks(own.stack)).toBe(0);
});

const workers = 16;
const cpmCents = 137;

interface Field {
  readonly advertiser: Person;
  readonly campaign: { readonly id: number; readonly version: number };
  /** Content ids of accepted posts. */
  readonly contents: readonly string[];
}

async function aField(posts: number, changes: object): Promise<Field> {
  const advertiser = await campaigns.anAdvertiser(1_000_000);
  const campaign = await campaigns.aRunning(advertiser, {
    payment: { model: 'CPM', cpmCents: String(cpmCents) },
    ...changes,
  });
  const creators = 5;
  for (let n = 0; n < creators; n += 1) {
    const creatorId = await own.market.aUser(['CREATOR']);
    const accountId = await sellersOf(own.market).anAccount(creatorId);
    await submitPosts(own.market, {
      campaignId: campaign.id,
      creatorId,
      accountId,
      count: Math.ceil(posts / creators),
    });
  }
  await own.market.pool.query(
    'select campaign_accept_by_advertiser(id, now()) from campaign_posts where campaign_id = $1 order by id',
    [campaign.id],
  );
  const { rows } = await own.market.pool.query('select content_id from campaign_posts where campaign_id = $1', [
    campaign.id,
  ]);
  return { advertiser, campaign, contents: rows.map(({ content_id: id }) => id) };
}

/** Runs the work by so many workers, which take the next piece as soon as they are free. */
async function byWorkers(work: readonly (() => Promise<unknown>)[]): Promise<void> {
  const rest = work.values();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (const piece of rest) await piece();
    }),
  );
}

/** What each post has earned, and what a replay of its recorded scans gives, without the budget. */
async function replayed({ campaign }: Field, maxPerPost: number): Promise<{ earned: number; unlimited: number }[]> {
  const { rows } = await own.market.pool.query(
    `select p.id, p.earned_cents::int as earned, array_agg(r.views order by r.at) as views
     from campaign_posts p left join (select distinct post, at, views from recorded_scans) r on r.post = p.id
     where p.campaign_id = $1 group by p.id`,
    [campaign.id],
  );
  return rows.map(({ earned, views }) => {
    const known = views.filter((count: string | null) => count !== null).map(Number);
    const unlimited = Math.max(
      0,
      ...known.map((count: number) => Math.min(Math.floor((count * cpmCents) / 1_000), maxPerPost)),
    );
    return { earned, unlimited };
  });
}

const spentOf = async ({ campaign }: Field) =>
  own.market.one(
    'select status, spent_cents::int as spent, paid_cents::int as paid, budget_cents::int as budget from campaigns where id = $1',
    [campaign.id],
  );
const sumOf = (posts: readonly { earned: number }[]) => posts.reduce((sum, { earned }) => sum + earned, 0);

test(
  'sixteen workers scan campaigns in any order, each scan up to five times: every post has earned what a replay gives, or the budget is spent',
  async () => {
    const rich = await aField(depth(20, 250), { budgetCents: '900000', maxPerPostCents: '600' });
    const poor = await aField(depth(20, 250), { budgetCents: String(depth(3_000, 30_000)), maxPerPostCents: '600' });
    const scans = randomScans(jobs, [...rich.contents, ...poor.contents], {
      scans: depth(40, 2_000),
      batch: 50,
      maxViews: 6_000,
    });
    const pays = Array.from(
      { length: depth(10, 100) },
      (_, n) => () =>
        retryOnConflict(() =>
          jobs.transaction(
            payCreators((n % 2 ? rich : poor).campaign.id, { at: new Date(Date.now() + n * 86_400_000), limit: 3 }),
          ),
        ),
    );
    const step = Math.floor(scans.length / pays.length);
    await byWorkers(scans.flatMap((scan, n) => (n % step === 0 ? [scan, pays[n / step] ?? scan] : [scan])));

    const ofRich = await replayed(rich, 600);
    expect(ofRich.filter(({ earned, unlimited }) => earned !== unlimited)).toEqual([]);
    expect(sumOf(ofRich)).toBeGreaterThan(0);
    const ofPoor = await replayed(poor, 600);
    expect(ofPoor.filter(({ earned, unlimited }) => earned > unlimited)).toEqual([]);
    expect(await spentOf(poor)).toMatchObject({ status: 'PAUSED', spent: depth(3_000, 30_000) });
    for (const field of [rich, poor]) {
      const { spent, paid } = await spentOf(field);
      expect(sumOf(await replayed(field, 600))).toBe(spent);
      expect(paid).toBeLessThanOrEqual(spent);
    }
  },
  depth(2, 20) * 60_000,
);

test(
  'sixteen workers scan a campaign while its advertiser pauses, raises and completes it: no overspending, and no earnings after the end',
  async () => {
    const field = await aField(depth(40, 1_000), { budgetCents: String(depth(2_000, 40_000)) });
    const scans = randomScans(jobs, field.contents, { scans: depth(40, 400), batch: 50, maxViews: 3_000 });
    const { advertiser, campaign } = field;
    const now = async () => dataOf(await advertiser.keyed.get(`/campaigns/${campaign.id}`));
    let budget = depth(2_000, 40_000);
    const acts = [
      async () => move(advertiser, await now(), 'pause'),
      async () => move(advertiser, await now(), 'resume'),
      async () => {
        const reply = await change(advertiser, await now(), { budgetCents: String(budget + 500) });
        if (reply.status === 200) budget += 500;
      },
    ];
    const statuses: number[] = [];
    async function act(): Promise<void> {
      for (let n = 0; n < depth(6, 60); n += 1) {
        const reply = await acts[n % acts.length]?.();
        if (reply) statuses.push(reply.status);
      }
      for (let ended = 0; ended !== 200; ) ended = (await move(advertiser, await now(), 'complete')).status;
    }
    await Promise.all([byWorkers(scans), act()]);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    const posts = await replayed(field, Number.MAX_SAFE_INTEGER);
    expect(posts.filter(({ earned, unlimited }) => earned > unlimited)).toEqual([]);
    const { status, spent, paid, budget: stored } = await spentOf(field);
    expect([status, paid, stored, sumOf(posts)]).toEqual(['COMPLETED', spent, budget, spent]);
    expect(spent).toBeLessThanOrEqual(budget);
    const { late } = await own.market.one(
      `select count(*)::int as late from campaign_earnings e join campaign_posts p on p.id = e.campaign_post_id
       join campaigns c on c.id = p.campaign_id where c.id = $1 and e.id > (
         select max(id) from campaign_earnings f where f.kind = 'PAYOUT' and f.campaign_post_id in (select id from campaign_posts where campaign_id = $1))`,
      [campaign.id],
    );
    expect(late).toBe(0);
  },
  depth(2, 20) * 60_000,
);
