import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { Reply } from '../../../support/client.ts';
import { type Person, peopleOf } from '../../../support/contract/people.ts';
import type { Work } from '../../../support/market/assignments.ts';
import type { Advertiser, Market } from '../../../support/market/market.ts';
import { aVideoId, postsOf } from '../../../support/market/posts.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import { timeOf } from '../../../support/stack/stack-time.ts';

let market: Market;
let posts: ReturnType<typeof postsOf>;
let staff: Person;
let noon: Date;
/** No test changes it. */
let ended: Awaited<ReturnType<typeof threeEndings>>;
ownMarket(async (own) => {
  market = own.market;
  posts = postsOf(market, own.stack.baseUrl);
  // The last day of a series is the current one, which is far from its end.
  noon = await timeOf(own.stack).nextNoon();
  staff = await peopleOf(own.stack.baseUrl, market).aPerson({ roles: ['STAFF'] });
  ended = await threeEndings();
});
afterEach(() => market.expectSoundLedger());

const raw = (money: { raw: string }) => BigInt(money.raw);
const usdt = (minor: bigint) => ({ raw: `${minor}`, currency: 'USDT', decimals: 6 });
const read = async (advertiser: Advertiser, path = '/analytics/placements'): Promise<Reply['body']> => {
  const reply = await advertiser.api.get(path);
  expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 200, code: undefined });
  return reply.body.data;
};
const splitBy = (work: Work, creatorShareBps: number) =>
  staff.twin.post(
    `/staff/assignments/${work.id}/resolve`,
    { outcome: 'SPLIT', creatorShareBps, note: 'Seen and decided.' },
    { key: randomUUID() },
  );
const today = () => noon.toISOString().slice(0, 10);

/** An order of three: one approved, one split, one refunded. Its prices make every fee round. */
async function threeEndings() {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const listings = await Promise.all([1_337, 7_919, 333].map((cents) => posts.aService({ cents })));
  const [paid, split, declined] = await posts.ordered(advertiser, listings, 5);
  if (!paid || !split || !declined) throw new Error('an order of three has three');
  for (const work of [paid, split]) {
    await posts.accept(work);
    await posts.name(work, Array.from({ length: 5 }, aVideoId));
    await posts.submit(work);
  }
  await posts.must(posts.approve(paid));
  await posts.must(posts.act(split, split.advertiser.api, 'issues'));
  expect((await splitBy(split, 3_333)).status).toBe(200);
  await posts.must(posts.act(declined, declined.creator.api, 'decline'));
  return { advertiser, assignments: { paid, split, declined } };
}

/** The ledger's data of an order: its holds, and the transfers of its assignments out of the reserve. */
async function ledgerOf({ orderId }: Work) {
  const holds = await market.one(
    `select sum(amount - released - refunded)::text as held, sum(released)::text as released, sum(refunded)::text as refunded
     from ledger_holds h join placement_assignments a on a.id = h.assignment_id where a.order_id = $1`,
    [orderId],
  );
  const moved = await market.one(
    `select coalesce(-sum(e.amount) filter (where t.kind = 'PAYOUT'), 0)::text as paid, coalesce(-sum(e.amount) filter (where t.kind = 'REFUND'), 0)::text as refunded
     from placement_assignments a
     join ledger_transfers t on t.reference_type = 'assignment' and t.reference_id = a.id::text
     join ledger_entries e on e.transfer_id = t.id
     join ledger_accounts account on account.id = e.account_id and account.kind = 'RESERVED'
     where a.order_id = $1`,
    [orderId],
  );
  return { holds, moved };
}

describe('the money of an order', () => {
  test('equals its holds and transfers to the minor unit after an approval, a split and a refund', async () => {
    const { advertiser, assignments } = ended;
    const { holds, moved } = await ledgerOf(assignments.paid);
    const wallet = (await advertiser.api.get('/wallet')).body.data;
    for (const path of ['/analytics/placements', `/placement-orders/${assignments.paid.orderId}/analytics`]) {
      const { totals, series, byCreator, byStatus } = await read(advertiser, path);
      expect(totals).toMatchObject({
        orders: 1,
        assignments: 3,
        creators: 3,
        orderedResults: 15,
        deliveredResults: 10,
      });
      expect({ ...totals, held: totals.reserved }).toMatchObject({
        held: usdt(BigInt(holds.held)),
        spent: usdt(BigInt(holds.released)),
        refunded: usdt(BigInt(holds.refunded)),
      });
      expect([raw(totals.spent), raw(totals.refunded)]).toEqual([BigInt(moved.paid), BigInt(moved.refunded)]);
      expect(raw(totals.reserved)).toBe(0n);
      expect(raw(wallet.balance)).toBe(10_000_000_000n - raw(totals.spent));
      // Creators, days and statuses have equal sums.
      const sum = (rows: readonly Reply['body'][], field: string) =>
        rows.reduce((all, row) => all + raw(row[field]), 0n);
      for (const field of ['spent', 'refunded']) {
        expect(sum(byCreator, field), field).toBe(raw(totals[field]));
        expect(sum(series, field), field).toBe(raw(totals[field]));
      }
      for (const rows of [byCreator, series])
        expect(rows.reduce((all: number, row: Reply['body']) => all + row.deliveredResults, 0)).toBe(10);
      expect(sum(series, 'reserved')).toBe(sum(byStatus, 'total'));
      expect(sum(byStatus, 'total')).toBe(raw(totals.spent) + raw(totals.refunded));
    }
  });

  test('counts a split as spent up to the paid share, including the brand fee', async () => {
    const { advertiser, assignments } = ended;
    const { byCreator } = await read(advertiser);
    // 5 x 79.19 less a tenth, 3,333 of 10,000 of it, and of a brand fee of 5 %.
    const base = (79_190_000n * 5n * 9n) / 10n;
    const fee = (base * 500n + 5_000n) / 10_000n;
    const spent = (base * 3_333n) / 10_000n + (fee * 3_333n + 5_000n) / 10_000n;
    const row = byCreator.find(
      ({ creatorPublicId }: Reply['body']) => creatorPublicId === assignments.split.listing.creator.publicId,
    );
    expect(row).toMatchObject({
      spent: usdt(spent),
      refunded: usdt(base + fee - spent),
      reserved: usdt(0n),
      deliveredResults: 5,
    });
  });

  test('is shown for the advertiser only, without earnings of creators', async () => {
    const { advertiser, assignments } = ended;
    const { rows } = await market.pool.query(
      'select base, creator_fee from placement_assignments where order_id = $1',
      [assignments.paid.orderId],
    );
    const [placements, order] = await Promise.all([
      advertiser.api.get('/analytics/placements'),
      advertiser.api.get(`/placement-orders/${assignments.paid.orderId}/analytics`),
    ]);
    for (const { text } of [placements, order]) {
      expect(text).not.toMatch(/creatorFee|"net"|earning/i);
      for (const { base, creator_fee: fee } of rows)
        for (const amount of [BigInt(fee), BigInt(base) - BigInt(fee)]) expect(text).not.toContain(`"${amount}"`);
    }
  });

  test('stays reserved until the assignment ends', async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 100_000 });
    const [work] = await posts.ordered(advertiser, [await posts.aService()]);
    if (!work) throw new Error('an order has work');
    const of = async () => {
      const { totals, series } = await read(advertiser);
      expect(series.at(-1).deliveredResults, 'one word has one meaning').toBe(totals.deliveredResults);
      return totals;
    };
    expect(await of()).toMatchObject({
      reserved: usdt(105_000_000n),
      spent: usdt(0n),
      refunded: usdt(0n),
      deliveredResults: 0,
    });
    await posts.accept(work);
    await posts.name(work, [aVideoId()]);
    expect(await of()).toMatchObject({ reserved: usdt(105_000_000n), deliveredResults: 0 });
    await posts.submit(work);
    await posts.must(posts.act(work, work.advertiser.api, 'request-changes'));
    expect(await of()).toMatchObject({ reserved: usdt(105_000_000n), deliveredResults: 1 });
    await posts.must(posts.act(work, work.creator.api, 'cancel'));
    expect(await of()).toMatchObject({ reserved: usdt(0n), refunded: usdt(105_000_000n), deliveredResults: 0 });
  });
});

test('work that was submitted and fully refunded counts as not delivered, whatever ended it', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 100_000 });
  const listings = [await posts.aService(), await posts.aService()];
  const [refunded, halved] = await posts.ordered(advertiser, listings);
  if (!refunded || !halved) throw new Error('an order of two has two');
  for (const work of [refunded, halved]) {
    await posts.accept(work);
    await posts.name(work, [aVideoId()]);
    await posts.submit(work);
    await posts.must(posts.act(work, work.creator.api, 'issues'));
  }
  expect((await read(advertiser)).totals.deliveredResults).toBe(2);
  expect((await splitBy(refunded, 0)).status).toBe(200);
  expect((await splitBy(halved, 5_000)).status).toBe(200);
  const { totals, byStatus, byCreator, series } = await read(advertiser);
  expect(byStatus.at(-1)).toMatchObject({ status: 'RESOLVED', assignments: 2 });
  expect([totals.deliveredResults, series.at(-1).deliveredResults]).toEqual([1, 1]);
  expect(byCreator.map((row: Reply['body']) => row.deliveredResults)).toEqual([1, 0]);
});

test('every status has its row, and creators are sorted by amount spent, then by number of assignments', async () => {
  const { advertiser, assignments } = ended;
  const { byStatus, byCreator, series } = await read(advertiser);
  expect(byStatus.map(({ status, assignments }: Reply['body']) => [status, assignments])).toEqual([
    ['PENDING', 0],
    ['ACCEPTED', 0],
    ['SUBMITTED', 0],
    ['CHANGES_REQUESTED', 0],
    ['APPROVED', 1],
    ['DECLINED', 1],
    ['EXPIRED', 0],
    ['CANCELLED', 0],
    ['DISPUTED', 0],
    ['RESOLVED', 1],
  ]);
  expect(byStatus[0].total).toEqual(usdt(0n));
  const order = [assignments.split, assignments.paid, assignments.declined].map(
    ({ listing }) => listing.creator.publicId,
  );
  expect(byCreator.map(({ creatorPublicId }: Reply['body']) => creatorPublicId)).toEqual(order);
  expect(series.at(-1)).toMatchObject({ date: today(), funded: 3, accepted: 2, deliveredResults: 10, approved: 1 });
});

test('a creator has the name of its published page, not of its draft', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 100_000 });
  const listing = await posts.aService();
  await posts.ordered(advertiser, [listing]);
  await market.pool.query(`update creators set display_name = 'Not yet said' where user_id = $1`, [listing.creator.id]);
  const { byCreator } = await read(advertiser);
  expect(byCreator).toMatchObject([
    { creatorPublicId: listing.creator.publicId, displayName: 'A creator', assignments: 1 },
  ]);
});
