import { beforeAll, describe, expect, test } from 'vitest';
import { type Advertiser, type Creator, type Market, marketOf } from '../../support/market.ts';
import { ownMarket } from '../../support/own-market.ts';
import { plainAnalytics, worksOf } from '../../support/plain-analytics.ts';

let market: Market;
// Of its own: no job may find work that nobody ordered.
ownMarket(({ stack }) => {
  market = marketOf(stack);
});

const dayMs = 86_400_000;
const start = Date.UTC(2026, 2, 1);
const types = ['STREAM', 'VIDEO', 'SHORT_VIDEO', 'POST', 'UGC'];
const endings = ['APPROVED', 'APPROVED', 'APPROVED', 'RESOLVED', 'CANCELLED', 'DECLINED', 'EXPIRED'];
const openings = ['PENDING', 'ACCEPTED', 'SUBMITTED', 'CHANGES_REQUESTED', 'DISPUTED'];

/** The same numbers for the same seed, from 0 up to and without 1 (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (most: number) => Math.floor(next() * most);
  const pick = <One>(from: readonly One[]): One => from[below(from.length)] as One;
  /** Every other instant lies on the border of a day, or beside it. */
  const instant = (from: number, days: number) => {
    const day = from + below(days) * dayMs;
    return next() < 0.5 ? day + pick([-1, 0, 1]) : day + below(dayMs);
  };
  return { next, below, pick, instant };
}
type Random = ReturnType<typeof randomOf>;

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** One order and how each of its assignments went, straight in the database, in the order in which the service writes it. */
async function anOrder(random: Random, advertiser: Advertiser, creators: readonly Creator[]): Promise<void> {
  const { next, below, pick, instant } = random;
  const { pool, one } = market;
  const createdAt = instant(start, 20);
  const { id: orderId } = await one(
    `insert into placement_orders (advertiser_id, origin, status, created_at, updated_at) values ($1, 'LISTING', 'FUNDED', $2, $2) returning id`,
    [advertiser.id, iso(createdAt)],
  );
  const count = 1 + below(3);
  const items: { position: number; creatorId: number; quantity: number; base: number; itemId: unknown }[] = [];
  for (let position = 1; position <= count; position++) {
    const [creatorId, quantity, base] = [pick(creators).id, pick([1, 1, 5]), 1 + below(9_999_999)];
    const { id: itemId } = await one(
      `insert into order_items (order_id, position, creator_id, quantity, discount_bps, due_at, brief, results, rights, base)
       values ($1, $2, $3, $4, 0, now(), 'b', $5, '{}', $6) returning id`,
      [orderId, position, creatorId, quantity, JSON.stringify(Array.from({ length: quantity }, () => ({}))), base],
    );
    items.push({ position, creatorId, quantity, base, itemId });
  }
  for (const { position, creatorId, quantity, base, itemId } of items) {
    const type = pick(types);
    const isOver = next() < 0.7;
    const status = pick(isOver ? endings : openings);
    const wasAccepted = !['PENDING', 'DECLINED', 'EXPIRED'].includes(status);
    const acceptedAt = wasAccepted ? createdAt + below(2 * dayMs) : null;
    const wasDelivered = acceptedAt !== null && (status === 'CANCELLED' ? next() < 0.5 : status !== 'ACCEPTED');
    const deliveredAt = wasDelivered ? instant(acceptedAt + 2 * dayMs, 4) : null;
    const endedAt = isOver ? Math.max(instant((deliveredAt ?? acceptedAt ?? createdAt) + dayMs, 6), createdAt) : null;
    const [brandFee, creatorFee] = [Math.round(base / 20), Math.round(base / 10)];
    const { id } = await one(
      `insert into placement_assignments (order_id, order_item_id, advertiser_id, creator_id, type, proof_modes, proof_template, status,
         quantity, brief, rights, base, brand_fee, creator_fee, creator_fee_bps, due_at, accept_by, created_at, updated_at,
         accepted_at, delivered_at, ended_at)
       values ($1, $2, $3, $4, $5, '{PUBLIC_URL}', '{}', $6, $7, 'b', '{}', $8, $9, $10, 1000, now(), now(), $11, $11, $12, $13, $14) returning id`,
      [
        ...[orderId, itemId, advertiser.id, creatorId, type, status, quantity, base, brandFee, creatorFee],
        ...[iso(createdAt), iso(acceptedAt), iso(deliveredAt), iso(endedAt)],
      ],
    );
    const held = base + brandFee;
    await pool.query(`select ledger_post('RESERVE', 'order', $1, $2, $3)`, [
      `${orderId}-${position}`,
      iso(createdAt),
      JSON.stringify([
        { owner: advertiser.id, account: 'AVAILABLE', amount: `${-held}` },
        { owner: advertiser.id, account: 'RESERVED', amount: `${held}` },
      ]),
    ]);
    await pool.query('insert into ledger_holds (assignment_id, owner_id, amount, created_at) values ($1, $2, $3, $4)', [
      ...[id, advertiser.id, held, iso(createdAt)],
    ]);
    for (let result = 1; result <= quantity; result++) await aResult(random, Number(id), result, type, deliveredAt);
    if (endedAt !== null) await end(Number(id), status === 'RESOLVED' ? below(10_000) : null, iso(endedAt));
    // A post is measured before its work is approved, and after it.
    if (next() < 0.6) await measure(random, Number(id));
  }
}

/** The hold leaves as the end of the assignment says; a dispute gives the creator its share. */
async function end(id: number, creatorShareBps: number | null, at: string | null): Promise<void> {
  const staffId = creatorShareBps === null ? null : await market.aUser(['STAFF']);
  if (staffId !== null)
    await market.pool.query(
      `insert into disputes (assignment_id, opened_by, reason, description, opened_at, outcome, creator_share_bps, resolved_by, resolved_at)
       values ($1, 'CREATOR', 'OTHER', 'd', $2, 'SPLIT', $3, $4, $2)`,
      [id, at, creatorShareBps, staffId],
    );
  await market.pool.query(
    'select ledger_settle(a.id, due.to_creator, due.to_platform, $2, $3) from placement_assignments a, ledger_due(a) due where a.id = $1',
    [id, at, staffId],
  );
}

async function aResult(
  random: Random,
  assignmentId: number,
  position: number,
  type: string,
  deliveredAt: number | null,
) {
  const isPublic = type !== 'UGC';
  // Few names: many results name a post that another one names, of the same advertiser or of another one.
  const contentId = isPublic && deliveredAt !== null && random.next() < 0.9 ? `post-${random.below(60)}` : null;
  const { id } = await market.one(
    `insert into deliverables (assignment_id, position, kind, expected_at, content_id) values ($1, $2, $3, now(), $4) returning id`,
    [assignmentId, position, isPublic ? 'PUBLIC' : 'FILE', contentId],
  );
  if (contentId === null || random.next() < 0.1) return;
  await market.pool.query(
    'insert into deliverable_scans (deliverable_id, platform, content_id, delivered_at) values ($1, $2, $3, $4)',
    [id, random.pick(['YOUTUBE', 'TIKTOK']), contentId, iso(deliveredAt)],
  );
  if (random.next() < 0.5) await measure(random, assignmentId);
}

let tick = 0;
const measuredDaysAgo = [1, 50, 5, 12, 40, 20, 25];
/** As the settings have it by default: nothing that YouTube told longer ago, and nothing of TikTok. */
const shownSince = { YOUTUBE: Date.now() - 30 * dayMs };
/** Each time is told once, so that one of two measurements of a post is always the later. Some tell no saves, and some nothing else. */
async function measure({ next, below }: Random, assignmentId: number): Promise<void> {
  const at = iso(Date.now() - (measuredDaysAgo[tick++ % measuredDaysAgo.length] ?? 0) * dayMs + tick);
  const scans = 'deliverable_id in (select id from deliverables where assignment_id = $1)';
  if (next() < 0.8)
    await market.pool.query(
      `update deliverable_scans set views = $2, likes = $3, comments = $4, counted_at = $5 where ${scans}`,
      [assignmentId, below(5) * below(9_000_000_000), below(50_000), below(3_000), at],
    );
  if (next() < 0.4)
    await market.pool.query(`update deliverable_scans set saves = $2, saves_at = $3 where ${scans}`, [
      ...[assignmentId, below(3) * below(90_000), at],
    ]);
}

describe('the figures of random histories are what is said of them, recomputed from the rows that hold it', () => {
  const random = randomOf(20_261_121);
  const advertisers: Advertiser[] = [];

  beforeAll(async () => {
    const creators: Creator[] = [];
    for (let n = 0; n < 7; n++) creators.push(await market.aCreator());
    for (let n = 0; n < 2; n++) advertisers.push(await market.anAdvertiser({ fundsCents: 1_000_000_000 }));
    for (let n = 0; n < 90; n++) await anOrder(random, random.pick(advertisers), creators);
  }, 120_000);

  test.each(Array.from({ length: 30 }, (_, n) => n))('of a period (%i)', async () => {
    const from = random.instant(start - 2 * dayMs, 30);
    const to =
      from + random.pick([0, 1, dayMs - 1, dayMs, 3 * dayMs + random.below(dayMs), 20 * dayMs, 366 * dayMs - 1]);
    for (const { id, api } of advertisers) {
      const reply = await api.get(`/analytics/placements?from=${iso(from)}&to=${iso(to)}`);
      const works = await worksOf(market.pool, id, shownSince);
      expect(reply.body.data).toEqual(plainAnalytics(works, { from, until: to + 1 }));
    }
  });

  test('of each order', async () => {
    const period = { from: start, until: start + 40 * dayMs };
    for (const { id, api } of advertisers) {
      const works = await worksOf(market.pool, id, shownSince);
      for (const orderId of new Set(works.map((work) => work.orderId))) {
        const of = works.filter((work) => work.orderId === orderId);
        const path = `/placement-orders/${orderId}/analytics?from=${iso(period.from)}&to=${iso(period.until - 1)}`;
        expect((await api.get(path)).body.data).toEqual(plainAnalytics(of, period, false));
      }
    }
  });

  test('have all that they should tell apart: splits, refunds, disputes, shared posts, and what was never measured', async () => {
    const { rows } = await market.pool.query('select status, count(*)::int from placement_assignments group by 1');
    expect(rows.map(({ status }) => status)).toEqual(expect.arrayContaining([...endings, 'DISPUTED', 'PENDING']));
    const posts = await market.one(
      `select count(*) filter (where namings > 1)::int as shared, count(*) filter (where namings = 1)::int as alone,
         count(*) filter (where counted_at is null)::int as unmeasured, count(*) filter (where saves_at is null)::int as unsaved
       from (select *, count(*) over (partition by platform, content_id) as namings from deliverable_scans) scan`,
    );
    for (const count of Object.values(posts)) expect(count).toBeGreaterThan(5);
  });
});
