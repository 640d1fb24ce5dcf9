import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf } from '../../../support/client.ts';
import { aPerson, type Person } from '../../../support/market/people.ts';
import { openPool } from '../../../support/stack/pool.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const pool = openPool(shared.adminDatabaseUrl);
let person: Person;
let otherUser: Person;
beforeAll(async () => {
  person = await aPerson(baseUrl, { scopes: [] });
  otherUser = await aPerson(baseUrl, { scopes: [] });
});
afterAll(() => pool.end());

const robot = { name: 'Robot', scopes: ['read', 'write'] };
const aKey = async (of: Person = person, body: object = robot) => {
  const created = await of.api.post('/api-keys', body);
  expect(created.status).toBe(201);
  return created.body.data;
};

test('a new key is shown once, and is in no later answer and not in the database', async () => {
  const { key, ...listed } = await aKey();
  const [, secret] = key.split('.');
  expect(key).toMatch(/^castline_live_[a-z0-9]{12}\.[A-Za-z0-9_-]{43}$/);
  expect(Object.keys(listed)).toEqual([
    'id',
    'name',
    'prefix',
    'scopes',
    'expiresAt',
    'createdAt',
    'lastUsedAt',
    'replacedAt',
  ]);
  expect(key.split('_')[2]).toContain(listed.prefix);

  const answers = [
    await person.api.get('/api-keys'),
    await clientOf(baseUrl, key).get('/me'),
    await person.api.delete(`/api-keys/${listed.id}`),
  ];
  for (const { status, text } of answers) {
    expect(status).toBe(200);
    expect(text).toContain(listed.prefix);
    expect(text).not.toContain(secret);
  }
  for (const table of ['api_keys', 'idempotency_keys', 'outbox']) {
    const { rows } = await pool.query(`select count(*)::int as n from ${table} t where t::text like '%' || $1 || '%'`, [
      secret,
    ]);
    expect(rows[0].n).toBe(0);
  }
});

test('one Idempotency-Key sent twice creates two keys, because answers with secrets are not stored', async () => {
  const key = randomUUID();
  const [first, second] = [
    await person.api.post('/api-keys', robot, { key }),
    await person.api.post('/api-keys', robot, { key }),
  ];
  expect(first.body.data.id).not.toBe(second.body.data.id);
});

test.each([
  [[], ['read']],
  [['write'], ['read', 'write']],
  [
    ['write', 'read'],
    ['read', 'write'],
  ],
])('the scopes %j create a key with %j', async (scopes, expected) => {
  expect((await aKey(person, { name: 'Robot', scopes })).scopes).toEqual(expected);
});

test.each([
  ['no name', { scopes: [] }],
  ['an empty name', { ...robot, name: '' }],
  ['a name too long', { ...robot, name: 'x'.repeat(81) }],
  ['a name with NUL', { ...robot, name: 'a\u0000' }],
  ['no scopes', { name: 'Robot' }],
  ['an unknown scope', { ...robot, scopes: ['admin'] }],
  ['an expiry in the past', { ...robot, expiresAt: new Date(Date.now() - 1_000).toISOString() }],
  ['an expiry without an offset', { ...robot, expiresAt: '2036-01-01T00:00:00' }],
  ['an expiry in the year 10000', { ...robot, expiresAt: '+010000-01-01T00:00:00Z' }],
  ['an expiry that is a number', { ...robot, expiresAt: 4_102_444_800 }],
  ['a secret chosen by the caller', { ...robot, key: 'castline_live_x' }],
])('a key is refused for %s', async (_, body) => {
  const reply = await person.api.post('/api-keys', body);
  expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_FAILED']);
});

describe('the key headers', () => {
  let key: string;
  beforeAll(async () => {
    key = (await aKey()).key;
  });
  const me = (headers: Record<string, string>) => clientOf(baseUrl, null).get('/me', { headers });

  test('accept the key in one of them, or the same key in both', async () => {
    const ways = [{ authorization: `Bearer ${key}` }, { authorization: `bEARER ${key}` }, { 'x-api-key': key }];
    for (const headers of [...ways, { authorization: `Bearer ${key}`, 'x-api-key': key }]) {
      expect((await me(headers)).status).toBe(200);
    }
  });

  test('refuse two different keys, a repeated header, another scheme and a key in the query', async () => {
    const other = (await aKey()).key;
    const ways = [
      { authorization: `Bearer ${key}`, 'x-api-key': other },
      { 'x-api-key': `${key}, ${key}` },
      { authorization: `Bearer ${key}, Bearer ${key}` },
      { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      { authorization: key },
    ];
    for (const headers of ways) expect((await me(headers)).body.code).toBe('API_KEY_INVALID');
    expect((await clientOf(baseUrl, null).get(`/me?apiKey=${key}`)).status).toBe(401);
  });
});

test('a malformed key is refused with the full error envelope', async () => {
  const { key } = await aKey();
  const [head = '', secret = ''] = key.split('.');
  const flipped = `${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`;
  for (const wrong of [`${head}.${flipped}`, `${head}.${'A'.repeat(43)}`, head, `${key}x`, key.toUpperCase()]) {
    const reply = await clientOf(baseUrl, wrong).get('/me');
    expect(reply.status).toBe(401);
    expect(reply.body).toMatchObject({ statusCode: 401, code: 'API_KEY_INVALID', path: '/api/v1/public/me' });
    expect(reply.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  }
});

test('a read-only key changes nothing', async () => {
  const { key } = await aKey(person, { name: 'Reader', scopes: ['read'] });
  const reply = await clientOf(baseUrl, key).post('/placement-orders', {});
  expect(reply.body).toMatchObject({ statusCode: 403, code: 'API_KEY_MISSING_SCOPE' });
  expect(reply.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
});

test('keys are created, listed and deleted by token only', async () => {
  const { key } = await aKey();
  const byKey = clientOf(baseUrl, key);
  expect((await byKey.get('/api-keys')).body.code).toBe('RESOURCE_NOT_FOUND');
  expect((await clientOf(baseUrl, key, '/api/v1').post('/api-keys', robot)).body.code).toBe('JWT_INVALID');
});

test('the list is paged newest first, and a cursor keeps its position when its key is deleted', async () => {
  const owner = await aPerson(baseUrl, { scopes: [] });
  const made: string[] = [];
  for (let n = 0; n < 5; n++) made.unshift((await aKey(owner)).id);
  const page = (query: string) => owner.api.get(`/api-keys?${query}`);
  const idsOf = ({ body }: Awaited<ReturnType<typeof page>>) => body.data.map(({ id }: { id: string }) => id);

  const first = await page('limit=2');
  expect(idsOf(first)).toEqual(made.slice(0, 2));
  expect(first.body.nextCursor).toBe(made[1]);
  await owner.api.delete(`/api-keys/${made[1]}`);
  const second = await page(`limit=2&cursor=${first.body.nextCursor}`);
  expect(idsOf(second)).toEqual(made.slice(2, 4));
  const last = await page(`limit=2&cursor=${second.body.nextCursor}`);
  expect(idsOf(last)).toEqual(made.slice(4));
  expect(last.body.nextCursor).toBeNull();
});

test('the list refuses a cursor that was never in it, also one of another owner', async () => {
  const foreign = (await aKey(otherUser)).id;
  for (const cursor of ['x', '1', '', randomUUID(), foreign]) {
    const reply = await person.api.get(`/api-keys?cursor=${cursor}`);
    expect([reply.status, reply.body.code]).toEqual([400, 'INVALID_CURSOR']);
  }
});

test('the list shows when a key was last used', async () => {
  const { id, key, lastUsedAt } = await aKey();
  expect(lastUsedAt).toBeNull();
  await clientOf(baseUrl, key).get('/me');
  const listed = async () =>
    (await person.api.get('/api-keys')).body.data.find((one: { id: string }) => one.id === id).lastUsedAt;
  // The service records the use after the answer.
  await expect.poll(listed).not.toBeNull();
  expect(Math.abs(Date.now() - Date.parse(await listed()))).toBeLessThan(60_000);
});

test('a key of another owner, an unknown key and a deleted key return 404', async () => {
  const { id, key } = await aKey();
  for (const path of [`/api-keys/${id}`, `/api-keys/${randomUUID()}`, '/api-keys/1']) {
    const reply = await otherUser.api.delete(path);
    expect([reply.status, reply.body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  }
  expect((await clientOf(baseUrl, key).get('/me')).status).toBe(200);
  expect((await person.api.delete(`/api-keys/${id}`)).status).toBe(200);
  expect((await clientOf(baseUrl, key).get('/me')).status).toBe(401);
  expect((await person.api.delete(`/api-keys/${id}`)).status).toBe(404);
});

test('concurrent requests at the limit of 200 keys create exactly as many keys as remain', async () => {
  const owner = await aPerson(baseUrl, { scopes: [] });
  const insert = (count: number, expiresAt: string | null, deletedAt: string | null) =>
    pool.query(
      `insert into api_keys (id, owner_id, name, prefix, secret_sha256, scopes, created_at, expires_at, deleted_at)
       select gen_random_uuid(), $1, 'old', substr(md5(random()::text), 1, 12), sha256(random()::text::bytea), '{read}', now(), $3, $4
       from generate_series(1, $2)`,
      [owner.userId, count, expiresAt, deletedAt],
    );
  await insert(190, null, null);
  await insert(30, '2020-01-01', null);
  await insert(30, null, '2020-01-01');

  const replies = await Promise.all(Array.from({ length: 30 }, () => owner.api.post('/api-keys', robot)));
  const refused = replies.filter(({ status }) => status === 409);
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(refused).toHaveLength(20);
  for (const { body } of refused) {
    expect(body).toMatchObject({ code: 'INVALID_STATE', status: 'LIMIT_REACHED', allowedActions: ['delete'] });
  }
  const [newest] = (await owner.api.get('/api-keys?limit=1')).body.data;
  await owner.api.delete(`/api-keys/${newest.id}`);
  expect((await owner.api.post('/api-keys', robot)).status).toBe(201);
});
