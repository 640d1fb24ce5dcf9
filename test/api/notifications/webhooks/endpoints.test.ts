import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { type Client, clientOf } from '../../../support/client.ts';
import { created, marketOf } from '../../../support/market/market.ts';
import { aPerson } from '../../../support/market/people.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => market.close());

async function anOwner(): Promise<{ id: number; api: Client }> {
  const id = await market.aUser(['CREATOR']);
  return { id, api: clientOf(baseUrl, await market.aKey(id)) };
}
const url = 'https://hooks.example.com/castline';
const register = async (api: Client, body: object = {}) =>
  created(await api.post('/webhook-endpoints', { url, ...body })).body.data;

test('the secret is shown once, and is in no later answer and not in the database', async () => {
  const { api } = await anOwner();
  const { secret, ...endpoint } = await register(api, { description: 'Order desk' });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(endpoint).toEqual({
    ...{ id: endpoint.id, url, kinds: null, description: 'Order desk', status: 'ENABLED', failingSince: null },
    ...{ disabledAt: null, previousSecretExpiresAt: null, createdAt: endpoint.createdAt },
    allowedActions: ['test', 'replay', 'rotate-secret', 'delete'],
  });
  const answers = [
    await api.get('/webhook-endpoints'),
    await api.get(`/webhook-endpoints/${endpoint.id}`),
    await api.post(`/webhook-endpoints/${endpoint.id}/test`),
    await api.get(`/webhook-endpoints/${endpoint.id}/deliveries`),
    await api.delete(`/webhook-endpoints/${endpoint.id}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 200, 200]);
  expect(answers[0]?.body).toEqual({ data: [endpoint], nextCursor: null });
  expect(answers[1]?.body).toEqual({ data: endpoint });
  for (const { text } of answers) expect(text).not.toMatch(/whsec|sealed|"secret"/i);
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const { rows: tables } = await market.pool.query(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  expect(tables.length).toBeGreaterThan(20);
  for (const canary of [secret, secret.slice(6), bytes.toString('hex'), bytes.toString('base64url')])
    for (const { name } of tables) {
      const { count } = await market.one(`select count(*)::int from "${name}" t where strpos(t::text, $1) > 0`, [
        canary,
      ]);
      expect(count, name).toBe(0);
    }
});

test('a second endpoint with the same URL is refused and named, also with one Idempotency-Key and with ten concurrent requests', async () => {
  const { api } = await anOwner();
  const key = randomUUID();
  const { id } = created(await api.post('/webhook-endpoints', { url }, { key })).body.data;
  const there = { code: 'INVALID_STATE', status: 'ENDPOINT_EXISTS', allowedActions: [], existingId: id };
  for (const reply of [
    await api.post('/webhook-endpoints', { url }, { key }),
    await api.post('/webhook-endpoints', { url, kinds: ['assignment.approved'] }),
  ]) {
    expect(reply.status).toBe(409);
    expect(reply.body).toMatchObject(there);
  }
  const other = await anOwner();
  const replies = await Promise.all(Array.from({ length: 10 }, () => other.api.post('/webhook-endpoints', { url })));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  await api.delete(`/webhook-endpoints/${id}`);
  created(await api.post('/webhook-endpoints', { url }));
});

test.each([
  ['no url', {}],
  ['a url that is no text', { url: 7 }],
  ['an unknown kind', { url, kinds: ['assignment.funded', 'assignment.exploded'] }],
  ['the kind of tests', { url, kinds: ['webhook.test'] }],
  ['no kind at all', { url, kinds: [] }],
  ['an empty description', { url, description: '' }],
  ['a description too long', { url, description: 'x'.repeat(201) }],
  ['a secret of its own', { url, secret: 'whsec_AAAA' }],
  ['a url too long', { url: `${url}?${'x'.repeat(2_000)}` }],
])('%s is refused', async (_, body) => {
  const { api } = await anOwner();
  const reply = await api.post('/webhook-endpoints', body);
  expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_FAILED']);
});

test('a repeated kind is stored once, and null subscribes to every kind', async () => {
  const { api } = await anOwner();
  expect((await register(api, { kinds: ['assignment.funded', 'assignment.funded'] })).kinds).toEqual([
    'assignment.funded',
  ]);
  expect(await register(api, { url: `${url}/all`, kinds: null, description: null })).toMatchObject({
    kinds: null,
    description: null,
  });
});

describe('the limit of 20 endpoints of a user', () => {
  test('holds for 30 concurrent registrations', async () => {
    const { id, api } = await anOwner();
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, n) => api.post('/webhook-endpoints', { url: `${url}/${n}` })),
    );
    const refused = replies.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(10);
    for (const { status, body } of refused)
      expect([status, body]).toEqual([
        409,
        expect.objectContaining({ code: 'INVALID_STATE', status: 'LIMIT_REACHED', allowedActions: ['delete'] }),
      ]);
    const { count } = await market.one(
      'select count(*)::int from webhook_endpoints where owner_id = $1 and deleted_at is null',
      [id],
    );
    expect(count).toBe(20);
    const { data } = (await api.get('/webhook-endpoints?limit=1')).body;
    expect((await api.delete(`/webhook-endpoints/${data[0].id}`)).status).toBe(200);
    await register(api);
    expect((await api.post('/webhook-endpoints', { url: `${url}/more` })).body.code).toBe('INVALID_STATE');
  });
});

describe('the list of endpoints and of deliveries', () => {
  test('is paged newest first, resumes after a deleted cursor, and refuses a foreign one', async () => {
    const [{ api }, other] = [await anOwner(), await anOwner()];
    const ids: number[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await register(api, { url: `${url}/${n}` })).id);
    const page = async (query: string) => (await api.get(`/webhook-endpoints?${query}`)).body;
    const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);
    const first = await page('limit=2');
    expect([idsOf(first), first.nextCursor]).toEqual([ids.slice(0, 2), String(ids[1])]);
    await api.delete(`/webhook-endpoints/${ids[1]}`);
    const second = await page(`limit=3&cursor=${first.nextCursor}`);
    expect([idsOf(second), second.nextCursor]).toEqual([ids.slice(2), null]);
    expect((await other.api.get(`/webhook-endpoints?cursor=${ids[2]}`)).body.code).toBe('INVALID_CURSOR');
  });

  test('filters and pages deliveries, and shows nothing of another endpoint', async () => {
    const { id: ownerId, api } = await anOwner();
    const [endpoint, other] = [await register(api), await register(api, { url: `${url}/other` })];
    const add = async (endpointId: number, status: string) =>
      Number(
        (
          await market.one(
            `insert into messages (channel, recipient_id, endpoint_id, kind, body, status, attempts, due_at, last_status, last_error, created_at, ended_at)
             values ('WEBHOOK', $1, $2, 'assignment.funded', '{}', $3::text, 2, case when $3::text = 'PENDING' then now() + interval '1 day' end,
               500, 'answered 500', now(), case when $3::text <> 'PENDING' then now() end) returning id`,
            [ownerId, endpointId, status],
          )
        ).id,
      );
    const [failed, pending, again] = [
      await add(endpoint.id, 'FAILED'),
      await add(endpoint.id, 'PENDING'),
      await add(endpoint.id, 'FAILED'),
    ];
    const foreign = await add(other.id, 'FAILED');
    const at = `/webhook-endpoints/${endpoint.id}/deliveries`;
    const list = async (query = '') => (await api.get(`${at}${query}`)).body;
    const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);
    expect(idsOf(await list())).toEqual([again, pending, failed]);
    expect(idsOf(await list('?status=failed'))).toEqual([again, failed]);
    expect(idsOf(await list(`?cursor=${again}&limit=1`))).toEqual([pending]);
    expect(idsOf(await list('?status=DELIVERED'))).toEqual([]);
    expect((await list('?status=LOST')).code).toBe('VALIDATION_FAILED');
    expect((await list(`?cursor=${foreign}`)).code).toBe('INVALID_CURSOR');
    await market.pool.query('delete from messages where id = $1', [again]);
    expect(idsOf(await list(`?cursor=${again}`)), 'swept since').toEqual([pending, failed]);
    expect((await list(`?cursor=${foreign + 1_000_000}`)).code, 'not there yet').toBe('INVALID_CURSOR');
    expect((await list()).data[0]).toMatchObject({
      status: 'PENDING',
      attempts: 2,
      lastStatus: 500,
      lastError: 'answered 500',
    });
    expect((await api.post(`${at}/${foreign}/replay`)).status).toBe(404);
    const codes = async (cursor: number) =>
      Promise.all(
        ['PENDING', 'DELIVERED', 'FAILED', 'CANCELLED'].map(
          async (status) => (await list(`?status=${status}&cursor=${cursor}`)).code,
        ),
      );
    const [taken, none] = [undefined, 'INVALID_CURSOR'];
    expect(await codes(pending), 'only ever on its way').toEqual([taken, none, none, none]);
    expect(await codes(failed), 'failed').toEqual([taken, none, taken, none]);
    await market.pool.query(
      `update messages set status = 'PENDING', due_at = now() + interval '1 day', ended_at = null, former_statuses = '{DELIVERED}' where id = $1`,
      [failed],
    );
    expect(await codes(failed), 'delivered, and replayed').toEqual([taken, taken, none, none]);
    expect((await api.post(`/webhook-endpoints/${other.id}/deliveries/${failed}/replay`)).status).toBe(404);
  });
});

test('token routes without /public return the same endpoints', async () => {
  const person = await aPerson(baseUrl, { roles: ['CREATOR'] });
  const { id } = await register(person.keyed);
  expect((await person.api.get(`/webhook-endpoints/${id}`)).status).toBe(200);
  expect((await person.api.post(`/webhook-endpoints/${id}/test`)).status).toBe(201);
});
