import { beforeAll, describe, expect, test } from 'vitest';
import { missing } from '../../../../schema/shared/errors.ts';
import { fc, fuzzSeed } from '../../../support/fast-check.ts';
import { changeAgain, settleEach } from '../../../support/market/changed-orders.ts';
import { type Advertiser, type Creator, type Market, marketOf } from '../../../support/market/market.ts';
import {
  anInstant,
  aRandomOrder,
  below,
  creatorCount,
  dayMs,
  endings,
  type Measurement,
  type RandomOrder,
  type RandomResult,
  type RandomWork,
} from '../../../support/market/random-orders.ts';
import { assignmentRows, plainAnalytics } from '../../../support/plain-analytics.ts';
import { depth, sample } from '../../../support/stack/depth.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';

let market: Market;
// A separate stack, because no job may find assignments without an order.
ownMarket(({ stack }) => {
  market = marketOf(stack);
});

const start = Date.UTC(2026, 2, 1);
// A failure prints the seed of both: FUZZ_SEED repeats it.
const orders = depth(60, 300);
const periods = depth(6, 200);
const posts = orders * (2 / 3);

/** The length of a period without its last millisecond. */
const aLength = fc.oneof(
  fc.constantFrom(0, 1, dayMs - 1, dayMs, 20 * dayMs, 366 * dayMs - 1),
  below(dayMs).map((ms) => 3 * dayMs + ms),
);

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** Inserts an order and the steps of its assignments directly into the database, in the order of the service. */
async function insertOrder(
  { createdAfter, assignments }: RandomOrder,
  advertiser: Advertiser,
  creators: readonly Creator[],
): Promise<void> {
  const createdAt = start + createdAfter;
  const { id: orderId } = await market.one(
    `insert into placement_orders (advertiser_id, origin, status, created_at, updated_at) values ($1, 'LISTING', 'FUNDED', $2, $2) returning id`,
    [advertiser.id, iso(createdAt)],
  );
  const items: { readonly work: RandomWork; readonly ids: WorkIds }[] = [];
  for (const [index, work] of assignments.entries()) {
    const { creator, quantity, base } = work;
    const [position, creatorId] = [index + 1, creators[creator]?.id ?? missing('a creator')];
    const results = JSON.stringify(Array.from({ length: quantity }, () => ({})));
    const { id: itemId } = await market.one(
      `insert into order_items (order_id, position, creator_id, quantity, discount_bps, due_at, brief, results, rights, base)
       values ($1, $2, $3, $4, 0, now(), 'b', $5, '{}', $6) returning id`,
      [orderId, position, creatorId, quantity, results, base],
    );
    items.push({ work, ids: { orderId, position, creatorId, itemId, advertiserId: advertiser.id } });
  }
  for (const { work, ids } of items) await insertWork(work, ids, createdAt);
}

interface WorkIds {
  readonly orderId: unknown;
  readonly position: number;
  readonly creatorId: number;
  readonly itemId: unknown;
  readonly advertiserId: number;
}

const isEnding: ReadonlySet<string> = new Set(endings);
const isNeverAccepted: ReadonlySet<string> = new Set(['PENDING', 'DECLINED', 'EXPIRED']);

/** The time of each step in Unix milliseconds; null for none. */
function timesOf(work: RandomWork, createdAt: number) {
  const { status } = work;
  const acceptedAt = isNeverAccepted.has(status) ? null : createdAt + work.acceptedAfter;
  const isDelivered = status === 'CANCELLED' ? work.isCancelledLate : status !== 'ACCEPTED';
  const deliveredAt = acceptedAt !== null && isDelivered ? acceptedAt + work.deliveredAfter : null;
  const end = Math.max((deliveredAt ?? acceptedAt ?? createdAt) + work.endedAfter, createdAt);
  return { acceptedAt, deliveredAt, endedAt: isEnding.has(status) ? end : null };
}

async function insertWork(work: RandomWork, ids: WorkIds, createdAt: number): Promise<void> {
  const { quantity, base, type, status } = work;
  const { orderId, position, creatorId, itemId, advertiserId } = ids;
  const { acceptedAt, deliveredAt, endedAt } = timesOf(work, createdAt);
  const [brandFee, creatorFee] = [Math.round(base / 20), Math.round(base / 10)];
  const { id } = await market.one(
    `insert into placement_assignments (order_id, order_item_id, advertiser_id, creator_id, type, proof_modes, proof_template, status,
       quantity, brief, rights, base, brand_fee, creator_fee, creator_fee_bps, due_at, accept_by, created_at, updated_at,
       accepted_at, delivered_at, ended_at)
     values ($1, $2, $3, $4, $5, '{PUBLIC_URL}', '{}', $6, $7, 'b', '{}', $8, $9, $10, 1000, now(), now(), $11, $11, $12, $13, $14) returning id`,
    [
      ...[orderId, itemId, advertiserId, creatorId, type, status, quantity, base, brandFee, creatorFee],
      ...[iso(createdAt), iso(acceptedAt), iso(deliveredAt), iso(endedAt)],
    ],
  );
  const held = base + brandFee;
  await market.pool.query(`select ledger_post('RESERVE', 'order', $1, $2, $3)`, [
    `${orderId}-${position}`,
    iso(createdAt),
    JSON.stringify([
      { owner: advertiserId, account: 'AVAILABLE', amount: `${-held}` },
      { owner: advertiserId, account: 'RESERVED', amount: `${held}` },
    ]),
  ]);
  await market.pool.query(
    'insert into ledger_holds (assignment_id, owner_id, amount, created_at) values ($1, $2, $3, $4)',
    [...[id, advertiserId, held, iso(createdAt)]],
  );
  for (const [index, result] of work.results.entries())
    await insertResult(result, Number(id), index + 1, type, deliveredAt);
  if (endedAt !== null) await end(Number(id), status === 'RESOLVED' ? work.creatorShareBps : null, iso(endedAt));
  if (work.measured !== null) await measure(work.measured, Number(id));
}

/** Distributes the hold by the end of the assignment; a dispute gives the creator its share. */
async function end(id: number, creatorShareBps: number | null, at: string | null): Promise<void> {
  const staffId = creatorShareBps === null ? null : await market.aUser(['STAFF']);
  if (staffId !== null)
    await market.pool.query(
      `insert into disputes (assignment_id, opened_by, reason, description, opened_at, outcome, creator_share_bps, resolved_by, resolved_at)
       values ($1, 'CREATOR', 'OTHER', 'd', $2, 'SPLIT', $3, $4, $2)`,
      [id, at, creatorShareBps, staffId],
    );
  await market.pool.query(settleEach('a.id = $1', '$2', '$3'), [id, at, staffId]);
}

async function insertResult(
  result: RandomResult,
  assignmentId: number,
  position: number,
  type: string,
  deliveredAt: number | null,
) {
  const isPublic = type !== 'UGC';
  const contentId = isPublic && deliveredAt !== null ? result.contentId : null;
  const { id } = await market.one(
    `insert into deliverables (assignment_id, position, kind, expected_at, content_id) values ($1, $2, $3, now(), $4) returning id`,
    [assignmentId, position, isPublic ? 'PUBLIC' : 'FILE', contentId],
  );
  if (contentId === null || result.platform === null) return;
  await market.pool.query(
    'insert into deliverable_scans (deliverable_id, platform, content_id, delivered_at) values ($1, $2, $3, $4)',
    [id, result.platform, contentId, iso(deliveredAt)],
  );
  if (result.measured !== null) await measure(result.measured, assignmentId);
}

let tick = 0;
const measuredDaysAgo = [1, 50, 5, 12, 40, 20, 25];
/** The default settings: YouTube measurements of the last 30 days, all of TikTok, and none of X. */
const shownSince = { YOUTUBE: Date.now() - 30 * dayMs, TIKTOK: 0 };
/** All measurements have different times, so one of two of a post is always the later. */
async function measure({ counted, saves }: Measurement, assignmentId: number): Promise<void> {
  const at = iso(Date.now() - (measuredDaysAgo[tick++ % measuredDaysAgo.length] ?? 0) * dayMs + tick);
  const scans = 'deliverable_id in (select id from deliverables where assignment_id = $1)';
  if (counted !== null)
    await market.pool.query(
      `update deliverable_scans set views = $2, likes = $3, comments = $4, counts_measured_at = $5 where ${scans}`,
      [assignmentId, counted.views, counted.likes, counted.comments, at],
    );
  if (saves !== null)
    await market.pool.query(`update deliverable_scans set saves = $2, saves_measured_at = $3 where ${scans}`, [
      ...[assignmentId, saves, at],
    ]);
}

describe('the analytics of random orders', () => {
  const advertisers: Advertiser[] = [];

  beforeAll(async () => {
    const creators: Creator[] = [];
    for (let n = 0; n < creatorCount; n++) creators.push(await market.aCreator());
    for (let n = 0; n < 2; n++) advertisers.push(await market.anAdvertiser({ fundsCents: 1_000_000_000 }));
    for (const order of fc.sample(aRandomOrder(posts), { seed: fuzzSeed, numRuns: orders }))
      await insertOrder(order, advertisers[order.advertiser] ?? missing('an advertiser'), creators);
  }, 120_000);

  /** The metrics of random periods and advertisers equal a computation from the original rows. */
  async function expectRecomputed(): Promise<void> {
    const ofEach = await Promise.all(
      advertisers.map(async ({ id, api }) => ({ api, assignments: await assignmentRows(market.pool, id, shownSince) })),
    );
    const property = fc.asyncProperty(anInstant(30), aLength, async (after, length) => {
      const from = start - 2 * dayMs + after;
      const to = from + length;
      for (const { api, assignments } of ofEach) {
        const reply = await api.get(`/analytics/placements?from=${iso(from)}&to=${iso(to)}`);
        expect(reply.body.data).toEqual(plainAnalytics(assignments, { from, until: to + 1 }));
      }
    });
    await fc.assert(property, { numRuns: periods });
  }

  const summarize = (max: number) => market.pool.query('select analytics_summarize($1)', [max]);
  /** Without marked orders, a reader has only the summaries. */
  const summarizeAll = async () => {
    await summarize(1_000_000);
    const { marked, missing } = await market.one(
      `select (select count(*)::int from analytics_changes) as marked, (select count(*)::int from placement_assignments
         where id not in (select assignment_id from analytics_assignments)) as missing`,
    );
    expect({ marked, missing }).toEqual({ marked: 0, missing: 0 });
  };

  test.each<[string, () => Promise<unknown>]>([
    ['before any summary', async () => undefined],
    ['when a part of the orders is summarized', () => summarize(orders)],
    ['when all orders are summarized', summarizeAll],
    ['after changes of summarized orders', () => changeAgain(market, 0)],
    ['when the changed orders are summarized', summarizeAll],
    ['after more changes', () => changeAgain(market, 1)],
    ['when some of them are summarized again', () => summarize(5)],
  ])(`equal a computation from the orders' own rows in ${periods} periods, %s`, async (_, step) => {
    await step();
    await expectRecomputed();
  });

  test('equal a computation from the rows of each order', async () => {
    const period = { from: start, until: start + 40 * dayMs };
    for (const { id, api } of advertisers) {
      const assignments = await assignmentRows(market.pool, id, shownSince);
      for (const orderId of sample([...new Set(assignments.map((work) => work.orderId))], 10)) {
        const of = assignments.filter((work) => work.orderId === orderId);
        const path = `/placement-orders/${orderId}/analytics?from=${iso(period.from)}&to=${iso(period.until - 1)}`;
        expect((await api.get(path)).body.data).toEqual(plainAnalytics(of, period, false));
      }
    }
  });

  test('cover splits, refunds, disputes, shared posts and unmeasured posts', async () => {
    const { rows } = await market.pool.query('select status, count(*)::int from placement_assignments group by 1');
    expect(rows.map(({ status }) => status)).toEqual(expect.arrayContaining([...endings, 'DISPUTED', 'PENDING']));
    const posts = await market.one(
      `select count(*) filter (where namings > 1)::int as shared, count(*) filter (where namings = 1)::int as alone,
         count(*) filter (where counts_measured_at is null)::int as unmeasured, count(*) filter (where saves_measured_at is null)::int as unsaved
       from (select *, count(*) over (partition by platform, content_id) as namings from deliverable_scans) scan`,
    );
    for (const count of Object.values(posts)) expect(count).toBeGreaterThan(5);
  });
});
