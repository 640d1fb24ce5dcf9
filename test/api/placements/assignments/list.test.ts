import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../support/client.ts';
import { refused } from '../../../support/contract/expectations.ts';
import { type Advertiser, created, type Listing, marketOf } from '../../../support/market/market.ts';
import { idsIn, walk } from '../../../support/pages.ts';
import { diagonal } from '../../../support/stack/depth.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => market.close());

const path = '/placement-assignments';

async function bought(buyer: Advertiser, listing: Listing): Promise<number> {
  const quoted = await market.aQuote(buyer, listing);
  return created(await market.checkOut(buyer, quoted)).body.data.assignments[0].id;
}

let foreign: number;
let seller: Listing;
beforeAll(async () => {
  seller = await market.aListing();
  foreign = await bought(await market.anAdvertiser({ fundsCents: 100_000 }), seller);
});

/** A user who is advertiser and creator in turn. Ids are newest first. */
async function onBothSides() {
  const [person, client] = await Promise.all([
    market.anAdvertiser({ fundsCents: 1_000_000, roles: ['ADVERTISER', 'CREATOR'] }),
    market.anAdvertiser({ fundsCents: 1_000_000 }),
  ]);
  const own = await market.aListing({ creator: await market.aCreator({ userId: person.id }) });
  const [ordered, sold, all]: [number[], number[], number[]] = [[], [], []];
  for (const side of [ordered, ordered, sold, ordered, sold, sold, sold]) {
    const id = side === ordered ? await bought(person, seller) : await bought(client, own);
    side.unshift(id);
    all.unshift(id);
  }
  return { person, client, own, ordered, sold, all };
}

type Both = Awaited<ReturnType<typeof onBothSides>>;
let both: Both;
beforeAll(async () => {
  both = await onBothSides();
});

/** The same with one cancelled assignment on each side, for tests that only read. */
let withEnded: Both & { readonly mine: number; readonly theirs: number };
beforeAll(async () => {
  const others = await onBothSides();
  const [mine, theirs] = [others.ordered[1], others.sold[2]] as [number, number];
  expect((await cancel(others.person.api, mine)).status).toBe(200);
  expect((await cancel(others.client.api, theirs)).status).toBe(200);
  withEnded = { ...others, mine, theirs };
});

const list = (api: Client, query: string) => api.get(`${path}?${query}`);
const cancel = (api: Client, id: number | string) => api.post(`${path}/${id}/cancel`, { expectedVersion: 1 });

describe('the list of assignments', () => {
  test("contains those of both sides in one order, each once, as the caller's side reads them", async () => {
    const { items, sizes } = await walk<{ id: number; role: string }>(both.person.api, path, 'limit=2');
    expect(items.map(({ id }) => id)).toEqual(both.all);
    expect(sizes).toEqual([2, 2, 2, 1]);
    for (const item of items) {
      expect(item.role).toBe(both.ordered.includes(item.id) ? 'ADVERTISER' : 'CREATOR');
      expect((await both.person.api.get(`${path}/${item.id}`)).body.data).toEqual(item);
    }
  });

  test('filters by side', async () => {
    const { api } = both.person;
    expect(idsIn(await walk(api, path, 'role=ADVERTISER&limit=2'))).toEqual(both.ordered);
    expect(idsIn(await walk(api, path, 'role=creator&limit=2'))).toEqual(both.sold);
    expect(idsIn(await walk(both.client.api, path, 'role=ADVERTISER'))).toEqual(both.sold);
    expect(idsIn(await walk(both.client.api, path, 'role=CREATOR'))).toEqual([]);
  });

  test('filters by state, on both sides or on one', async () => {
    const { person, all, mine, theirs } = withEnded;
    const ended = all.filter((id) => id === mine || id === theirs);
    const pending = all.filter((id) => !ended.includes(id));
    expect(idsIn(await walk(person.api, path, 'status=CANCELLED&limit=1'))).toEqual(ended);
    expect(idsIn(await walk(person.api, path, 'status=pending&limit=2'))).toEqual(pending);
    expect(idsIn(await walk(person.api, path, 'status=CANCELLED&role=ADVERTISER'))).toEqual([mine]);
    expect(idsIn(await walk(person.api, path, 'status=CANCELLED&role=CREATOR'))).toEqual([theirs]);
    expect(idsIn(await walk(person.api, path, 'status=DISPUTED'))).toEqual([]);
    for (const query of ['status=OPEN', 'status=', 'role=STAFF'])
      refused(await list(person.api, query), 'VALIDATION_FAILED');
  });

  test('keeps its order while newer assignments arrive and older ones change', async () => {
    const { person, client, own, all, sold } = await onBothSides();
    const oldest = sold.at(-1) ?? 0;
    const { items } = await walk(person.api, path, 'limit=2', async () => {
      await bought(client, own);
      await cancel(client.api, oldest);
    });
    expect(items.map(({ id }) => id)).toEqual(all);
  });

  test('has 20 items by default', async () => {
    const buyer = await market.anAdvertiser({ fundsCents: 10_000_000 });
    const ids: number[] = [];
    for (let made = 0; made < 21; made++) ids.unshift(await bought(buyer, seller));
    expect((await list(buyer.api, '')).body).toMatchObject({
      data: ids.slice(0, 20).map((id) => ({ id })),
      nextCursor: String(ids[19]),
    });
  });
});

describe('the cursor of the list', () => {
  test('resumes at the former position when its assignment has left the state', async () => {
    const { person, ordered } = await onBothSides();
    const [first, second, third] = ordered;
    const page = await list(person.api, 'role=ADVERTISER&status=PENDING&limit=1');
    expect(page.body).toMatchObject({ data: [{ id: first }], nextCursor: String(first) });
    expect((await cancel(person.api, page.body.nextCursor)).status).toBe(200);
    const rest = await list(person.api, `role=ADVERTISER&status=PENDING&cursor=${page.body.nextCursor}`);
    expect(rest.body).toMatchObject({ data: [{ id: second }, { id: third }], nextCursor: null });
  });

  test('is refused for an assignment of the other side only', async () => {
    const { api } = both.person;
    const [ordered, sold] = [both.ordered[0], both.sold[0]];
    refused(await list(api, `role=CREATOR&cursor=${ordered}`), 'INVALID_CURSOR');
    refused(await list(api, `role=ADVERTISER&cursor=${sold}`), 'INVALID_CURSOR');
    for (const query of [
      `cursor=${ordered}`,
      `cursor=${sold}`,
      `role=ADVERTISER&cursor=${ordered}`,
      `role=CREATOR&cursor=${sold}`,
    ])
      expect((await list(api, query)).status, query).toBe(200);
  });

  test('is refused for an assignment that was never in the state, on one side or both', async () => {
    const { person, ordered, sold, mine, theirs } = withEnded;
    const sides = [
      ['', mine, ordered[0]],
      ['&role=ADVERTISER', mine, ordered[0]],
      ['&role=CREATOR', theirs, sold[0]],
    ];
    const others = ['DECLINED', 'APPROVED', 'DISPUTED', 'CHANGES_REQUESTED'];
    for (const [row, [side, ended, cursor]] of sides.entries())
      for (const status of ['CANCELLED', ...diagonal(others, row)]) {
        refused(await list(person.api, `status=${status}&cursor=${cursor}${side}`), 'INVALID_CURSOR', status);
        const known = await list(person.api, `status=${status}&cursor=${ended}${side}`);
        if (status === 'CANCELLED') expect(known.status).toBe(200);
        else refused(known, 'INVALID_CURSOR', status);
      }
  });

  test('is refused when it is foreign, unknown or malformed, also on an empty page', async () => {
    const { api } = both.person;
    const cursors = [foreign, 9_007_199_254_740_991, 0, -1, 'x', '', '1.5', '01', '99999999999999999999'];
    for (const [row, cursor] of cursors.entries())
      for (const more of diagonal(['', '&role=ADVERTISER', '&status=DISPUTED'], row))
        refused(await list(api, `cursor=${cursor}${more}`), 'INVALID_CURSOR', `${cursor}${more}`);
    const last = both.all.at(-1);
    expect((await list(api, `cursor=${last}`)).body).toEqual({ data: [], nextCursor: null });
    refused(await list((await market.anAdvertiser()).api, `cursor=${last}`), 'INVALID_CURSOR');
  });
});
