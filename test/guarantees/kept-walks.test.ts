import { afterAll, expect, test } from 'vitest';
import { marketOf } from '../support/market/market.ts';
import { shared } from '../support/stack/shared.ts';
import { aMovingFactory } from '../support/walks/factory-lists.ts';
import { pageOf, type Run } from '../support/walks/moving-list.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => market.close());
const run: Run = async (text, values = []) =>
  (await market.pool.query(text, [...values])).rows.map(({ id }) => String(id));

async function aWalk() {
  const { owner, factoryId, accounts, move } = await aMovingFactory(run);
  const path = `/factories/${factoryId}/accounts?accountSort=-views&limit=5`;
  const read = (query: string) => owner.keyed.get(`${path}${query}`);
  const first = pageOf((await read('')).body);
  return {
    read,
    first,
    rest: () => read(`&cursor=${first.nextCursor}`),
    subject: `factory:${factoryId}`,
    accounts,
    move,
  };
}

test('a walk keeps its order although readers get more than a hundred other orders of the same factory', async () => {
  const { read, first, rest, accounts, move } = await aWalk();
  for (let n = 0; n < 101; n++) {
    const from = new Date(Date.UTC(2020, 0, n + 1)).toISOString();
    expect(await read(`&from=${from}`)).toMatchObject({ status: 200 });
  }
  await move(2);
  const { ids } = pageOf((await rest()).body);
  expect([...first.ids, ...ids].toSorted()).toEqual(accounts.toSorted());
});

test('a subject keeps a hundred orders that nobody has used for two hours, and a thousand in all', async () => {
  const { read, subject } = await aWalk();
  const fill = (count: number, usedAt: string) =>
    run(
      `insert into walks (subject, list, ids, used_at) select $1, md5($1)::uuid, array[n::text], now() - $3::interval from generate_series(1, $2) n
       returning id`,
      [subject, count, usedAt],
    );
  const kept = async () => (await run('select id from walks where subject = $1', [subject])).length;
  await fill(150, '3 hours');
  await read('&from=2019-01-01T00:00:00Z');
  expect(await kept()).toBe(100);
  await fill(1_000, '1 minute');
  await read('&from=2019-01-02T00:00:00Z');
  expect(await kept()).toBe(1_000);
});

test('a cursor is refused when the order of its walk was deleted, because another order could lose rows', async () => {
  const { rest, subject } = await aWalk();
  await run('delete from walks where subject = $1 returning id', [subject]);
  expect(await rest()).toMatchObject({ status: 400, body: { code: 'INVALID_CURSOR' } });
});
