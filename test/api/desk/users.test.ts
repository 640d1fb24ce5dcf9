import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, peopleOf } from '../../support/contract/people.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf(shared);
const { aPerson } = peopleOf(shared.baseUrl, market);
afterAll(() => market.close());

let staff: Person['twin'];
beforeAll(async () => {
  staff = (await aPerson({ roles: ['STAFF'] })).twin;
});

/** Users whose names and addresses begin with a text that nobody else has. */
async function namedAlike(count: number): Promise<{ begin: string; ids: number[] }> {
  const begin = `zoe${randomUUID().slice(0, 8)}`;
  const ids: number[] = [];
  for (let n = 0; n < count; n++) {
    const { id } = await market.one(`insert into users (name, email) values ($1, $2) returning id::int`, [
      `${begin.toUpperCase()} ${n}`,
      `${begin}-${n}@castline.example`,
    ]);
    ids.push(id);
  }
  return { begin, ids };
}

describe('the list of users', () => {
  test.each(['EMAIL', 'NAME'])('finds users by the beginning of %s, without case, page by page', async (by) => {
    const { begin, ids } = await namedAlike(5);
    const found: number[] = [];
    let cursor = '';
    do {
      const query = new URLSearchParams({ by, search: begin, limit: '2', ...(cursor && { cursor }) });
      const { body } = await staff.get(`/staff/users?${query}`);
      found.push(...body.data.map(({ id }: { id: number }) => id));
      cursor = body.nextCursor ?? '';
    } while (cursor !== '');
    expect(found).toEqual(ids);
  });

  test('finds a user by its id, and only whole ids', async () => {
    const [id = 0] = (await namedAlike(1)).ids;
    const search = async (text: string) =>
      (await staff.get(`/staff/users?${new URLSearchParams({ by: 'ID', search: text })}`)).body.data;
    expect(await search(String(id))).toMatchObject([{ id }]);
    expect(await search(`${id}x`)).toEqual([]);
  });

  test('lists only suspended users when asked to, newest first', async () => {
    const { ids } = await namedAlike(3);
    await market.pool.query('update users set suspended_at = now() where id = any ($1)', [ids.slice(0, 2)]);
    const { body } = await staff.get('/staff/users?suspended=true&limit=2');
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([ids[1], ids[0]]);
  });
});

describe('a user for staff', () => {
  test('has the same money and keys as the user sees, and no secret', async () => {
    const person = await aPerson({ fundsCents: 12_345 });
    const { body, text } = await staff.get(`/staff/users/${person.id}`);
    const {
      pending: _pending,
      firstTransactionAt: _,
      paymentInstructions: __,
      operatorContact: ___,
      ...own
    } = (await person.twin.get('/wallet')).body.data;
    expect(body.data.wallet).toEqual(own);
    expect(body.data.balanceAfter).toBeNull();
    expect(body.data.keys).toEqual((await person.twin.get('/api-keys')).body.data);
    expect(body.data.counts).toMatchObject({ keys: body.data.keys.length, orders: 0, sessions: 1 });
    expect(text).not.toContain(person.apiKey.split('.')[1]);
  });

  test.each([
    ['depositCents=250', '123450000', '125950000'],
    ['withdrawalCents=12345', '123450000', '0'],
    ['withdrawalCents=12346', '123450000', '-10000'],
  ])('shows the balance after %s, and books nothing', async (query, before, after) => {
    const person = await aPerson({ fundsCents: 12_345 });
    const { data } = (await staff.get(`/staff/users/${person.id}?${query}`)).body;
    expect([data.wallet.balance.raw, data.balanceAfter.raw]).toEqual([before, after]);
    expect((await person.api.get('/wallet')).body.data.balance.raw).toBe(before);
    await market.expectSoundLedger();
  });
});

test('the list of features names who switched each last', async () => {
  const { id, twin } = await aPerson({ roles: ['STAFF'] });
  await twin.put('/staff/controls/publication', { enabled: true });
  const { data } = (await twin.get('/staff/controls')).body;
  expect(data).toMatchObject([{ name: 'publication', enabled: true, updater: { id } }]);
});
