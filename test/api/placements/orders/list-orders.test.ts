import { afterAll, describe, expect, test } from 'vitest';
import { orderStatuses } from '../../../../schema/shared/enums.ts';
import { clientOf } from '../../../support/client.ts';
import { refused } from '../../../support/contract/expectations.ts';
import { type Advertiser, anItem, created, marketOf } from '../../../support/market/market.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => market.close());

const listing = await market.aListing();
const list = (advertiser: Advertiser, query = '') => advertiser.api.get(`/placement-orders?${query}`);
const idsIn = ({ body }: { body: { data: { id: number }[] } }) => body.data.map(({ id }) => id);

/** An advertiser with this many drafts, and their ids, newest first. */
async function withDrafts(count: number) {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const ids: number[] = [];
  for (let made = 0; made < count; made++) ids.unshift((await market.aDraft(advertiser, listing)).body.data.id);
  return { advertiser, ids };
}

describe('the list of orders', () => {
  test("contains only the caller's own orders, newest first, each as it reads alone", async () => {
    const { advertiser, ids } = await withDrafts(3);
    await withDrafts(1);
    const reply = await list(advertiser);
    expect(idsIn(reply)).toEqual(ids);
    expect(reply.body.nextCursor).toBeNull();
    expect(reply.body.data[0]).toEqual((await advertiser.api.get(`/placement-orders/${ids[0]}`)).body.data);
  });

  test('is empty for a user without orders', async () => {
    const advertiser = await market.anAdvertiser();
    expect((await list(advertiser)).body).toEqual({ data: [], nextCursor: null });
  });

  test('returns each order once over all pages while newer ones arrive', async () => {
    const { advertiser, ids } = await withDrafts(5);
    const seen: number[] = [];
    let cursor: string | null = '';
    const pages = [];
    while (cursor !== null) {
      const reply = await list(advertiser, `limit=2${cursor && `&cursor=${cursor}`}`);
      pages.push(reply.body.data.length);
      seen.push(...idsIn(reply));
      cursor = reply.body.nextCursor;
      expect(cursor === null || cursor === String(seen.at(-1))).toBe(true);
      await market.aDraft(advertiser, listing);
    }
    expect(seen).toEqual(ids);
    expect(pages).toEqual([2, 2, 1]);
  });

  test('ends with its last page, full or not', async () => {
    const { advertiser } = await withDrafts(2);
    expect((await list(advertiser, 'limit=2')).body.nextCursor).toBeNull();
  });

  test('has 20 orders by default, and 100 at most', async () => {
    const { advertiser, ids } = await withDrafts(21);
    expect(idsIn(await list(advertiser))).toEqual(ids.slice(0, 20));
    expect(idsIn(await list(advertiser, 'limit=100'))).toHaveLength(21);
  });
});

describe('the status filter', () => {
  test('accepts every status, also in lower case', async () => {
    const { advertiser, ids } = await withDrafts(1);
    const quoted = await market.aQuote(advertiser, listing);
    const funded = await market.aQuote(advertiser, listing);
    created(await market.checkOut(advertiser, funded));
    const expected = { DRAFT: ids, QUOTED: [quoted.orderId], FUNDED: [funded.orderId], IN_PROGRESS: [], COMPLETED: [] };
    for (const [status, found] of Object.entries({ ...expected, CANCELLED: [] })) {
      expect(idsIn(await list(advertiser, `status=${status}`))).toEqual(found);
      expect(idsIn(await list(advertiser, `status=${status.toLowerCase()}`))).toEqual(found);
    }
  });

  test('refuses an unknown status', async () => {
    const advertiser = await market.anAdvertiser();
    for (const status of ['OPEN', '', 'DRAFT,QUOTED'])
      refused(await list(advertiser, `status=${status}`), 'VALIDATION_FAILED');
  });
});

describe('a cursor', () => {
  test('is refused when it is foreign, unknown or malformed', async () => {
    const [{ advertiser }, otherUser] = [await withDrafts(1), await withDrafts(1)];
    for (const cursor of [otherUser.ids[0], 9_007_199_254_740_991, 0, -1, 'x', '', '1.5', '01', '99999999999999999999'])
      refused(await list(advertiser, `cursor=${cursor}`), 'INVALID_CURSOR', `${cursor}`);
  });

  test('is refused on an empty page too', async () => {
    const { advertiser, ids } = await withDrafts(1);
    expect((await list(advertiser, `cursor=${ids[0]}`)).body).toEqual({ data: [], nextCursor: null });
    refused(await list(await market.anAdvertiser(), `cursor=${ids[0]}`), 'INVALID_CURSOR');
  });

  test('is refused when its order never had the requested status', async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
    const at = async (steps: readonly string[]) => {
      const { body } = created(await market.aDraft(advertiser, listing));
      const { id } = body.data;
      if (steps.includes('quote'))
        created(await advertiser.api.post(`/placement-orders/${id}/quote`, { expectedVersion: 1 }));
      if (steps.includes('update'))
        expect(
          (await advertiser.api.patch(`/placement-orders/${id}`, { expectedVersion: 1, items: [anItem(listing)] }))
            .status,
        ).toBe(200);
      return id as number;
    };
    const funded = await market.aQuote(advertiser, listing);
    const { order } = created(await market.checkOut(advertiser, funded)).body.data;
    const accepted = await market.aQuote(advertiser, listing);
    const [work] = created(await market.checkOut(advertiser, accepted)).body.data.assignments;
    const creator = clientOf(shared.baseUrl, await market.aKey(listing.creator.id));
    expect((await creator.post(`/placement-assignments/${work.id}/accept`, { expectedVersion: 1 })).status).toBe(200);
    const cancelled = await market.aQuote(advertiser, listing);
    const [ended] = created(await market.checkOut(advertiser, cancelled)).body.data.assignments;
    expect(
      (await advertiser.api.post(`/placement-assignments/${ended.id}/cancel`, { expectedVersion: 1 })).status,
    ).toBe(200);
    const been: [number, string[]][] = [
      [await at([]), ['DRAFT']],
      [await at(['quote']), ['DRAFT', 'QUOTED']],
      [await at(['quote', 'update']), ['DRAFT', 'QUOTED']],
      [order.id, ['DRAFT', 'QUOTED', 'FUNDED']],
      [accepted.orderId, ['DRAFT', 'QUOTED', 'FUNDED', 'IN_PROGRESS']],
      [cancelled.orderId, ['DRAFT', 'QUOTED', 'FUNDED', 'CANCELLED']],
    ];
    for (const [cursor, statuses] of been)
      for (const status of orderStatuses) {
        const reply = await list(advertiser, `status=${status}&cursor=${cursor}`);
        expect([cursor, status, reply.body.code]).toEqual([
          cursor,
          status,
          statuses.includes(status) ? undefined : 'INVALID_CURSOR',
        ]);
      }
  });

  test('resumes at the former position when its order left the filter', async () => {
    const { advertiser, ids } = await withDrafts(4);
    const first = await list(advertiser, 'status=DRAFT&limit=2');
    const { nextCursor } = first.body;
    created(await advertiser.api.post(`/placement-orders/${nextCursor}/quote`, { expectedVersion: 1 }));
    expect(idsIn(await list(advertiser, `status=DRAFT&limit=2&cursor=${nextCursor}`))).toEqual(ids.slice(2));
  });
});
