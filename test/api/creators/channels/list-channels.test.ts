import { afterAll, describe, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { marketOf } from '../../../support/market/market.ts';
import { aChannel, type Seller, sellersOf } from '../../../support/market/sellers.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aSeller } = sellersOf(market);
afterAll(() => market.close());

const path = '/influencer-channels';
const list = (seller: Seller, query = '') => seller.api.get(`${path}?${query}`);
const idsIn = ({ body }: { body: { data: { id: number }[] } }) => body.data.map(({ id }) => id);

async function withChannels(count: number) {
  const seller = await aSeller();
  const ids: number[] = [];
  for (let made = 0; made < count; made++) ids.push((await aChannel(seller)).id);
  return { seller, ids };
}

describe('the list of channels', () => {
  test('contains only the channels of the caller, oldest first', async () => {
    const { seller, ids } = await withChannels(3);
    await withChannels(1);
    expect(idsIn(await list(seller))).toEqual(ids);
  });

  test('is empty for a creator without channels', async () =>
    expect((await list(await aSeller())).body).toEqual({ data: [], nextCursor: null }));

  test('returns each channel once over all pages', async () => {
    const { seller, ids } = await withChannels(5);
    const first = await list(seller, 'limit=2');
    const second = await list(seller, `limit=2&cursor=${first.body.nextCursor}`);
    const third = await list(seller, `limit=2&cursor=${second.body.nextCursor}`);
    expect([first, second, third].flatMap(idsIn)).toEqual(ids);
    expect(first.body.nextCursor).toBe(String(ids[1]));
    expect(third.body.nextCursor).toBeNull();
  });

  test('resumes after a channel that was removed in between', async () => {
    const { seller, ids } = await withChannels(3);
    await seller.api.delete(`${path}/${ids[1]}`);
    expect(idsIn(await list(seller, `cursor=${ids[1]}`))).toEqual([ids[2]]);
    expect(idsIn(await list(seller))).toEqual([ids[0], ids[2]]);
  });

  test('refuses a cursor that was never in it, also one of another creator', async () => {
    const { seller } = await withChannels(1);
    const other = await withChannels(1);
    for (const cursor of [other.ids[0], 9_007_199_254_740_991, 'x', '0'])
      refused(await list(seller, `cursor=${cursor}`), 'INVALID_CURSOR');
  });

  test('shows a blocked channel to its creator', async () => {
    const { seller, ids } = await withChannels(1);
    await market.pool.query(`update channels set status = 'BLOCKED' where id = $1`, [ids[0]]);
    expect((await list(seller)).body.data).toMatchObject([{ id: ids[0], status: 'BLOCKED' }]);
  });
});
