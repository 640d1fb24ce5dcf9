import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { created, marketOf } from '../support/market/market.ts';
import { controlOf } from '../support/stack/control.ts';
import { shared } from '../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const control = controlOf(shared.controlUrl);
afterAll(() => market.close());

const bindKey = async (ownerId: number, age: string): Promise<string> => {
  const key = randomUUID();
  await market.pool.query(
    `insert into idempotency_keys (owner_id, key, fingerprint, status, body, created_at) values ($1, $2, 'f', 200, '{}', now() - $3::interval)`,
    [ownerId, key, age],
  );
  return key;
};
const isKept = async (key: string) =>
  Number((await market.one('select count(*) from idempotency_keys where key = $1', [key])).count) === 1;

test('the nightly sweep removes keys older than seven days, expired sessions and verifications, and keeps the rest', async () => {
  const { id } = await market.anAdvertiser();
  const old = await bindKey(id, '8 days');
  const young = await bindKey(id, '6 days');
  const session = randomUUID();
  await market.pool.query(
    `insert into sessions (user_id, token, expires_at) values ($1, $2, now() - interval '40 days')`,
    [id, session],
  );
  await control.run('sweep-idempotency-keys', 'sweep-identity');
  expect(await isKept(old)).toBe(false);
  expect(Number((await market.one('select count(*) from sessions where token = $1', [session])).count)).toBe(0);
  expect(await isKept(young)).toBe(true);
});

test('an unfunded order is cancelled 30 days after its last change, and a quote counts as a change', async () => {
  const advertiser = await market.anAdvertiser();
  const listing = await market.aListing();
  const aDraft = async (ageDays: number): Promise<number> => {
    const { id } = (await market.aDraft(advertiser, listing)).body.data;
    const aged = 'update placement_orders set updated_at = now() - make_interval(days => $2) where id = $1';
    await market.pool.query(aged, [id, ageDays]);
    return id;
  };
  const orders = [await aDraft(31), await aDraft(29), await aDraft(31)];
  created(await advertiser.api.post(`/placement-orders/${orders[2]}/quote`, { expectedVersion: 1 }));
  await control.run('cancel-old-drafts');
  const statuses: string[] = [];
  for (const id of orders) statuses.push((await advertiser.api.get(`/placement-orders/${id}`)).body.data.status);
  expect(statuses).toEqual(['CANCELLED', 'DRAFT', 'QUOTED']);
});
