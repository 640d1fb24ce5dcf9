import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { clientOf } from '../support/client.ts';
import { expectRefusal, refused } from '../support/contract/expectations.ts';
import { type Advertiser, anItem, type Listing, type Market } from '../support/market/market.ts';
import { aPerson } from '../support/market/people.ts';
import { beginRequest } from '../support/slow-request.ts';
import { controlOf } from '../support/stack/control.ts';
import { ownMarket } from '../support/stack/own-market.ts';

let baseUrl: string;
let market: Market;
let control: ReturnType<typeof controlOf>;
let advertiser: Advertiser;
let listing: Listing;
ownMarket(
  async ({ stack, ...own }) => {
    ({ market } = own);
    ({ baseUrl } = stack);
    control = controlOf(stack.controlUrl);
    advertiser = await market.anAdvertiser({ fundsCents: 10_000_000 });
    listing = await market.aListing();
  },
  { vars: { RATE_LIMIT_SCALE: '1' } },
);

/** A key that the isolate has read, but not within the last second, and then the change by another isolate. */
async function changedSinceSeen(sql: string, values: readonly unknown[]): Promise<void> {
  expect((await advertiser.api.get('/wallet')).status).toBe(200);
  await control.untilNothingIsDeferred();
  await market.pool.query(sql, [...values]);
  await control.moveOn(2_000);
}

const prefixOf = (keyText: string) => keyText.split('.')[0]?.split('_').at(-1);
const order = () => ({ items: [anItem(listing)] });
const numberIn = (pattern: RegExp, header: string | null): number => Number(pattern.exec(header ?? '')?.[1]);
/** The calls that were counted in the window of the answer. */
const callsCounted = (headers: Headers): number =>
  numberIn(/q=(\d+)/, headers.get('ratelimit-policy')) - numberIn(/r=(\d+)/, headers.get('ratelimit'));

test('a call by a key that has been deleted counts against no limit of its owner, and claims no Idempotency-Key', async () => {
  const keyText = await market.aKey(advertiser.id);
  const deleted = clientOf(baseUrl, keyText);
  const quoted = await market.aQuote(advertiser, listing);
  const path = `/placement-orders/${quoted.orderId}/checkout`;
  const key = randomUUID();
  expect((await deleted.get('/wallet')).status).toBe(200);
  await changedSinceSeen('update api_keys set deleted_at = now() where prefix = $1', [prefixOf(keyText)]);
  const answer = await deleted.post(path, quoted.confirmation, { key });
  expectRefusal(answer, 'API_KEY_INVALID', `/api/v1/public${path}`, 'by the deleted key');
  await control.untilNothingIsDeferred();
  const reply = await advertiser.api.post(path, quoted.confirmation, { key });
  expect([reply.status, reply.headers.get('idempotent-replayed')]).toEqual([201, null]);
  // Payments are counted for the owner, whatever the key.
  expect(reply.headers.get('ratelimit')).toContain('"money"');
  expect(callsCounted(reply.headers)).toBe(1);
});

test('a role that the owner has lost is not used, whatever the isolate has seen', async () => {
  await changedSinceSeen("update users set roles = '{CREATOR}' where id = $1", [advertiser.id]);
  refused(await advertiser.api.post('/placement-orders', order()), 'ROLE_NOT_ALLOWED');
});

test('a role that the owner has gained is used by its next call, which runs once', async () => {
  await changedSinceSeen("update users set roles = '{ADVERTISER}' where id = $1", [advertiser.id]);
  const { status, headers } = await advertiser.api.post('/placement-orders', order());
  expect([status, headers.get('idempotent-replayed')]).toEqual([201, null]);
});

test('a suspension that has ended lets the next call through, which makes one key', async () => {
  const { api, userId } = await aPerson(baseUrl, { roles: ['ADVERTISER'] });
  const suspend = (at: string) => market.pool.query(`update users set suspended_at = ${at} where id = $1`, [userId]);
  await suspend('now()');
  await control.moveOn(2_000);
  expect((await api.get('/me')).body.code).toBe('ACCOUNT_ACCESS_DENIED');
  await suspend('null');
  await control.moveOn(2_000);
  const name = randomUUID();
  expect((await api.post('/api-keys', { name, scopes: ['read'] })).status).toBe(201);
  const { rows } = await market.pool.query('select id from api_keys where name = $1', [name]);
  expect(rows).toHaveLength(1);
});

const anEndpoint = async (): Promise<number> =>
  (
    await market.one(
      `insert into webhook_endpoints (owner_id, url, sealed_secret, created_at, updated_at)
       values ($1, $2, '', now(), now()) returning id`,
      [advertiser.id, `https://example.com/${randomUUID()}`],
    )
  ).id;

test.each([
  ['a deleted key', 'update api_keys set deleted_at = now() where prefix = $1', 'API_KEY_INVALID'],
  [
    'the key of a suspended owner',
    'update users set suspended_at = now() where id = (select owner_id from api_keys where prefix = $1)',
    'ACCOUNT_ACCESS_DENIED',
  ],
])('%s deletes nothing by a statement that reads and deletes at once', async (_, sql, code) => {
  const id = await anEndpoint();
  const keyText = await market.aKey(advertiser.id);
  const caller = clientOf(baseUrl, keyText);
  expect((await caller.get('/wallet')).status).toBe(200);
  await changedSinceSeen(sql, [prefixOf(keyText)]);
  expect((await caller.delete(`/webhook-endpoints/${id}`)).body.code).toBe(code);
  expect(await market.one('select deleted_at from webhook_endpoints where id = $1', [id])).toEqual({
    deleted_at: null,
  });
  await market.pool.query('update users set suspended_at = null where id = $1', [advertiser.id]);
  await control.moveOn(2_000);
});

test('a suspended user changes nothing by a verb that commits without a read', async () => {
  const { api, userId } = await aPerson(baseUrl, { roles: ['ADVERTISER'] });
  expect((await api.get('/me')).status).toBe(200);
  await changedSinceSeen('update users set suspended_at = now() where id = $1', [userId]);
  expect((await api.patch('/me', { displayName: 'Another Name' })).body.code).toBe('ACCOUNT_ACCESS_DENIED');
  const { name } = await market.one('select name from users where id = $1', [userId]);
  expect(name).not.toBe('Another Name');
});

test('a deletion by an owner whose name has changed is answered as done', async () => {
  const id = await anEndpoint();
  await changedSinceSeen("update users set name = name || ' II' where id = $1", [advertiser.id]);
  expect((await advertiser.api.delete(`/webhook-endpoints/${id}`)).status).toBe(200);
});

test('a suspended owner is refused before an id in the path', async () => {
  await changedSinceSeen('update users set suspended_at = now() where id = $1', [advertiser.id]);
  expect((await advertiser.api.get('/placement-orders/abc')).body.code).toBe('ACCOUNT_ACCESS_DENIED');
  await market.pool.query('update users set suspended_at = null where id = $1', [advertiser.id]);
  await control.moveOn(2_000);
});

test('a token that expires while the body arrives is refused', async () => {
  const { api, token } = await aPerson(baseUrl, { roles: ['ADVERTISER'] });
  // The keys that sign tokens are read once a minute, here when the request begins.
  await control.moveOn(61_000);
  await control.untilNothingIsDeferred();
  await control.resetCounts();
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  const call = await beginRequest(`${baseUrl}/api/v1/placement-orders`, order(), headers);
  await expect.poll(async () => (await control.counts()).neon).toBeGreaterThan(0);
  await control.moveOn(20 * 60_000);
  const { status, text } = await call.finish();
  expect([status, JSON.parse(text).code]).toEqual([401, 'JWT_INVALID']);
  expect((await api.get('/me')).status).toBe(401);
});

test('a suspended owner is refused, also when the isolate has seen it before', async () => {
  await changedSinceSeen('update users set suspended_at = now() where id = $1', [advertiser.id]);
  refused(await advertiser.api.post('/placement-orders', order()), 'ACCOUNT_ACCESS_DENIED');
  await market.pool.query('update users set suspended_at = null where id = $1', [advertiser.id]);
  await control.moveOn(2_000);
  expect((await advertiser.api.post('/placement-orders', order())).status).toBe(201);
});

test('a caller whose key was deleted learns nothing of an invalid body or of an object', async () => {
  const keyText = await market.aKey(advertiser.id);
  const deleted = clientOf(baseUrl, keyText);
  const prefix = prefixOf(keyText);
  const calls = [
    () => deleted.post('/placement-orders', { items: 'none' }),
    () => deleted.get('/placement-orders/1'),
    () => deleted.get('/placement-orders?cursor=x'),
    () => deleted.get('/me'),
  ];
  for (const call of calls) {
    await market.pool.query('update api_keys set deleted_at = null where prefix = $1', [prefix]);
    await control.moveOn(2_000);
    expect((await deleted.get('/wallet')).status).toBe(200);
    await changedSinceSeen('update api_keys set deleted_at = now() where prefix = $1', [prefix]);
    expect((await call()).body.code).toBe('API_KEY_INVALID');
  }
});

test('a read that Postgres refuses is answered to a deleted key as an invalid key, and counts against nobody', async () => {
  const keyText = await market.aKey(advertiser.id);
  const deleted = clientOf(baseUrl, keyText);
  const path = '/placement-orders?cursor=999999999';
  expect((await deleted.get(path)).body.code).toBe('INVALID_CURSOR');
  await changedSinceSeen('update api_keys set deleted_at = now() where prefix = $1', [prefixOf(keyText)]);
  const answer = await deleted.get(path);
  expectRefusal(answer, 'API_KEY_INVALID', '/api/v1/public/placement-orders', 'by the deleted key');
  expect(answer.headers.get('ratelimit')).toContain('"wrongKeys"');
});

const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock'";

test('a key that is deleted while its call waits for an identical one changes nothing', async () => {
  const other = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const { orderId, confirmation } = await market.aQuote(other, listing);
  const path = `/placement-orders/${orderId}/checkout`;
  const key = randomUUID();
  const holder = await market.pool.connect();
  await holder.query('begin');
  await holder.query('select from placement_orders where id = $1 for update', [orderId]);
  const first = other.api.post(path, confirmation, { key });
  await expect.poll(async () => (await market.pool.query(waiting)).rowCount, { timeout: 10_000 }).toBeGreaterThan(0);
  const second = other.api.post(path, confirmation, { key });
  await market.pool.query('update api_keys set deleted_at = now() where prefix = $1', [prefixOf(other.apiKey)]);
  await control.moveOn(2_000);
  await first;
  await holder.query('rollback');
  holder.release();
  expect((await second).body.code).toBe('API_KEY_INVALID');
});

test('calls by a deleted key do not use up the limit of its owner, however many come at once', async () => {
  // Without an answer of Redis, an isolate counts by itself, with a smaller limit.
  await control.holdClock(true);
  const keyText = await market.aKey(advertiser.id);
  const deleted = clientOf(baseUrl, keyText);
  const { orderId, confirmation } = await market.aQuote(advertiser, listing);
  const path = `/placement-orders/${orderId}/checkout`;
  expect((await deleted.get('/wallet')).status).toBe(200);
  await changedSinceSeen('update api_keys set deleted_at = now() where prefix = $1', [prefixOf(keyText)]);
  const replies = await Promise.all(Array.from({ length: 40 }, () => deleted.post(path, confirmation)));
  // Wrong keys are counted by their address.
  for (const { body } of replies) expect(['API_KEY_INVALID', 'RATE_LIMITED']).toContain(body.code);
  await control.untilNothingIsDeferred();
  expect((await advertiser.api.post(path, confirmation)).status).toBe(201);
  await control.holdClock(false);
});

test('the last use of a key is stored when the key is checked beside the first read', async () => {
  await changedSinceSeen('update api_keys set last_used_at = null where owner_id = $1', [advertiser.id]);
  await control.moveOn(120_000);
  expect((await advertiser.api.get('/wallet')).status).toBe(200);
  await control.untilNothingIsDeferred();
  const { isRecent } = await market.one(
    `select bool_or(last_used_at > now() - interval '1 minute') as "isRecent" from api_keys where owner_id = $1`,
    [advertiser.id],
  );
  expect(isRecent).toBe(true);
});
