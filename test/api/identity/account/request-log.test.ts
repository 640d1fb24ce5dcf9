import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { signedIn } from '../../../support/cabinet/signed-in.ts';
import { wordsOf } from '../../../support/html.ts';
import { marketOf } from '../../../support/market/market.ts';
import { aPerson, type Person } from '../../../support/market/people.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { depth } from '../../../support/stack/depth.ts';
import { whileHeld } from '../../../support/stack/held-rows.ts';
import { shared } from '../../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const aUser = () => aPerson(baseUrl, { roles: ['ADVERTISER'] });
const logOf = async ({ api }: Person, query = '') => (await api.get(`/me/requests${query}`)).body.data;
/** The log once it has this number of entries. */
async function logged(person: Person, entries: number) {
  await expect.poll(async () => (await logOf(person, '?limit=100')).length).toBe(entries);
  return logOf(person, '?limit=100');
}
const countOf = async ({ userId }: Person): Promise<number> =>
  (await market.one('select count(*)::int from api_requests where owner_id = $1', [userId])).count;
const named = () => ({ headers: { 'x-request-id': randomUUID() } });

test('the log has each change and each failed request of a key without ids, bodies and queries, and no successful read', async () => {
  const person = await aUser();
  const [created, missing] = [named(), named()];
  await person.keyed.get('/wallet');
  const reply = await person.keyed.post('/webhook-endpoints', { url: 'https://example.com/secret-name' }, created);
  expect(reply.status).toBe(201);
  await logged(person, 1);
  await person.keyed.get('/placement-orders/987654321?note=hidden', missing);
  await person.api.post('/webhook-endpoints', { url: 'https://example.com/with-a-token' });
  const log = await logged(person, 2);
  expect(log).toEqual([
    expect.objectContaining({
      ...{ requestId: missing.headers['x-request-id'], method: 'GET', path: '/api/v1/public/placement-orders/{id}' },
      ...{ status: 404, errorCode: 'RESOURCE_NOT_FOUND', durationMs: expect.any(Number) },
    }),
    expect.objectContaining({
      ...{ requestId: created.headers['x-request-id'], method: 'POST', path: '/api/v1/public/webhook-endpoints' },
      ...{ status: 201, errorCode: null },
    }),
  ]);
  expect(JSON.stringify(log)).not.toMatch(/secret-name|987654321|hidden|castline_live/);
});

test('requests that a check refuses are logged, such as one without the scope, the role or a valid body', async () => {
  const reader = await aPerson(baseUrl, { scopes: ['read'] });
  await reader.keyed.post('/webhook-endpoints', { url: 'https://example.com/' });
  await reader.keyed.get('/influencer-channels');
  const writer = await aUser();
  await writer.keyed.post('/webhook-endpoints', {});
  await writer.keyed.post('/webhook-endpoints', '{');
  const codesOf = (log: { errorCode: string }[]) => log.map(({ errorCode }) => errorCode).sort();
  expect(codesOf(await logged(reader, 2))).toEqual(['API_KEY_MISSING_SCOPE', 'ROLE_NOT_ALLOWED']);
  expect(codesOf(await logged(writer, 2))).toEqual(['VALIDATION_FAILED', 'VALIDATION_FAILED']);
});

test('a key that is refused before its rate limit adds at most sixty entries a minute', async () => {
  const reader = await aPerson(baseUrl, { scopes: ['read'] });
  await Promise.all(Array.from({ length: 130 }, () => reader.keyed.post('/webhook-endpoints', {})));
  await controlOf(shared.controlUrl).untilNothingIsDeferred();
  const entries = await countOf(reader);
  expect(entries).toBeGreaterThanOrEqual(60);
  // The requests may be in two minutes.
  expect(entries).toBeLessThanOrEqual(2 * 60);
});

test('a request with a wrong key is in no log', async () => {
  const person = await aUser();
  const wrong = { authorization: `Bearer ${person.apiKey.slice(0, -1)}${person.apiKey.endsWith('A') ? 'B' : 'A'}` };
  const { status } = await fetch(`${baseUrl}/api/v1/public/wallet`, { headers: wrong });
  expect(status).toBe(401);
  await person.keyed.get('/placement-orders/987654321');
  expect((await logged(person, 1))[0].status).toBe(404);
});

test('a request by the key of a suspended user is in the log that the user reads after the suspension', async () => {
  const person = await aUser();
  await market.pool.query('update users set suspended_at = now() where id = $1', [person.userId]);
  await expect
    .poll(async () => (await person.keyed.post('/webhook-endpoints', { url: 'https://example.com/' })).status)
    .toBe(403);
  await expect.poll(async () => (await person.api.get('/me/requests')).body.code).toBe('ACCOUNT_ACCESS_DENIED');
  await market.pool.query('update users set suspended_at = null where id = $1', [person.userId]);
  await expect.poll(async () => (await person.api.get('/me/requests')).status).toBe(200);
  expect((await logOf(person))[0]).toMatchObject({ status: 403, errorCode: 'ACCOUNT_ACCESS_DENIED' });
});

test('each of many requests at once has its own entry', async () => {
  const person = await aUser();
  const requests = Array.from({ length: depth(40, 300) }, named);
  await Promise.all(requests.map((request) => person.keyed.post('/webhook-endpoints', {}, request)));
  const stored = 'select array_agg(request_id order by request_id) as ids from api_requests where owner_id = $1';
  const ids = requests.map(({ headers }) => headers['x-request-id']).sort();
  await expect.poll(async () => (await market.one(stored, [person.userId])).ids).toEqual(ids);
});

test('a change is logged also if its caller disconnects before the answer', async () => {
  const person = await aUser();
  const { id } = (await person.keyed.post('/webhook-endpoints', { url: 'https://example.com/' })).body.data;
  await logged(person, 1);
  const gone = new AbortController();
  const held = { text: 'select from webhook_endpoints where id = $1 for update', values: [id] };
  const leave = () => person.keyed.delete(`/webhook-endpoints/${id}`, { signal: gone.signal }).catch(() => 'gone');
  expect(await whileHeld<unknown>(market.pool, held, leave, async () => gone.abort())).toBe('gone');
  expect((await logged(person, 2))[0]).toMatchObject({ method: 'DELETE', status: 200 });
});

test('the log is filtered by key, class of the status and request id, and shows nothing of other users', async () => {
  const [person, other] = [await aUser(), await aUser()];
  const { id: keyId } = (await person.keyed.get('/me')).body.data.key;
  const failed = named();
  await person.keyed.post('/webhook-endpoints', { url: 'https://example.com/' });
  await logged(person, 1);
  await person.keyed.get('/placement-orders/987654321', failed);
  const [newest, oldest] = await logged(person, 2);
  expect(await logOf(person, `?keyId=${keyId}`)).toEqual([newest, oldest]);
  expect(await logOf(person, `?keyId=${keyId}&statusClass=4xx`)).toEqual([newest]);
  expect(await logOf(person, '?statusClass=2xx')).toEqual([oldest]);
  expect(await logOf(person, '?statusClass=5xx')).toEqual([]);
  expect(await logOf(person, `?requestId=${failed.headers['x-request-id']}`)).toEqual([newest]);
  expect(await logOf(person, `?keyId=${randomUUID()}`)).toEqual([]);
  expect(await logOf(other, `?keyId=${keyId}`)).toEqual([]);
  const first = (await person.api.get('/me/requests?limit=1')).body;
  expect(first).toEqual({ data: [newest], nextCursor: String(newest.id) });
  expect(await logOf(person, `?limit=1&cursor=${first.nextCursor}`)).toEqual([oldest]);
  expect((await other.api.get(`/me/requests?cursor=${newest.id}`)).body.code).toBe('INVALID_CURSOR');
  expect((await person.keyed.get('/me/requests')).status).toBe(404);
});

test('a request of more than seven days ago is not in the log, also before the sweep deletes it', async () => {
  const person = await aUser();
  await person.keyed.post('/webhook-endpoints', {});
  await person.keyed.post('/webhook-endpoints', '{');
  const [newest, oldest] = await logged(person, 2);
  const answeredAgo = (days: string) =>
    market.pool.query('update api_requests set at = now() - $2::interval where id = $1', [oldest.id, days]);
  await answeredAgo('6 days 23 hours');
  expect((await logOf(person)).length).toBe(2);
  await answeredAgo('7 days 1 minute');
  expect(await logOf(person)).toEqual([newest]);
});

test('the page of a key shows its requests, and filters them', async () => {
  const person = await aUser();
  await person.keyed.post('/webhook-endpoints', {});
  await logged(person, 1);
  const visitor = await signedIn(baseUrl, person);
  const keys = (await visitor.get('/cabinet/settings/keys')).html;
  const link = /href="(\/cabinet\/settings\/requests\?keyId=[^"]+)"/.exec(keys)?.[1] ?? '';
  const words = wordsOf((await visitor.get(link)).html);
  expect(words).toContain('POST /api/v1/public/webhook-endpoints');
  expect(words).toContain('VALIDATION_FAILED');
  const filtered = await visitor.get(`${link}&statusClass=2xx&requestId=`);
  expect(wordsOf(filtered.html)).toContain('No request matches.');
});

test('requests of a deleted key keep its name, in the API and on the page', async () => {
  const person = await aUser();
  const { id, name } = (await person.keyed.get('/me')).body.data.key;
  await person.keyed.post('/webhook-endpoints', {});
  await logged(person, 1);
  expect((await person.api.delete(`/api-keys/${id}`)).status).toBe(200);
  expect(await logOf(person)).toMatchObject([{ keyId: id, keyName: name }]);
  const visitor = await signedIn(baseUrl, person);
  const { html } = await visitor.get('/cabinet/settings/requests');
  expect(html).toContain(`<td data-label="Key" dir="auto">${name}</td>`);
  expect(html).toContain(`<option value="${id}">${name}</option>`);
});
