import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Endpoint, type Hooks, startHooks } from '../../../support/market/hooks.ts';
import { aPerson } from '../../../support/market/people.ts';
import { type Call, verified } from '../../../support/market/receiver.ts';
import { depth, sample } from '../../../support/stack/depth.ts';
import { pollTimeout } from '../../../support/stack/poll-timeout.ts';

let hooks: Hooks;
beforeAll(async () => {
  hooks = await startHooks();
});
afterAll(() => hooks.stop());

const rotate = (endpoint: Endpoint, body?: object) =>
  endpoint.owner.api.post(`${hooks.pathOf(endpoint)}/rotate-secret`, body);
const rotated = async (endpoint: Endpoint, body?: object): Promise<string> => {
  const reply = await rotate(endpoint, body);
  expect(reply.status).toBe(200);
  return reply.body.data.secret;
};

/** The next call of the endpoint. */
async function called(endpoint: Endpoint): Promise<Call> {
  const before = hooks.receiver.callsTo(endpoint.path).length;
  expect((await hooks.act(endpoint, 'test')).status).toBe(201);
  const call = (await hooks.untilCalled(endpoint.path, before + 1))[before];
  if (!call) throw new Error('it was called');
  return call;
}

const signatures = ({ headers }: Call) => (headers['webhook-signature'] ?? '').split(' ');
const opens = (call: Call, secret: string): boolean => {
  try {
    return verified(call, secret).type === 'webhook.test';
  } catch {
    return false;
  }
};

/** Ends the overlap. */
const overlapEnds = ({ id }: Endpoint) =>
  hooks.market.pool.query(
    `update webhook_endpoints set previous_secret_expires_at = now() - interval '1 second' where id = $1`,
    [id],
  );
const columnsOf = ({ id }: Endpoint) =>
  hooks.market.one(
    `select encode(previous_sealed_secret, 'hex') as previous, previous_secret_expires_at as "expiresAt" from webhook_endpoints where id = $1`,
    [id],
  );

test('a call carries one signature by the new secret and one by the old for 24 hours, and either verifies it', async () => {
  const endpoint = await hooks.anEndpoint();
  const before = Date.now();
  const reply = await rotate(endpoint);
  const { secret, ...view } = reply.body.data;
  expect([reply.status, secret]).toEqual([200, expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)]);
  expect(secret).not.toBe(endpoint.secret);
  const overlapMs = Date.parse(view.previousSecretExpiresAt) - before;
  expect(overlapMs).toBeGreaterThan(24 * 3_600_000 - 1_000);
  expect(overlapMs).toBeLessThan(24 * 3_600_000 + 60_000);
  expect(await hooks.seen(endpoint)).toEqual(view);
  const call = await called(endpoint);
  expect(signatures(call)).toEqual([
    expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
  ]);
  expect([opens(call, secret), opens(call, endpoint.secret)]).toEqual([true, true]);
  const [newer = '', older = ''] = signatures(call);
  const signedBy = (signature: string) => ({ ...call, headers: { ...call.headers, 'webhook-signature': signature } });
  expect([opens(signedBy(newer), secret), opens(signedBy(older), endpoint.secret)]).toEqual([true, true]);
  expect(opens(call, (await hooks.anEndpoint()).secret)).toBe(false);
});

test('only the new secret signs after the overlap, and the daily sweep erases the old one', async () => {
  const { control, seen } = hooks;
  const endpoint = await hooks.anEndpoint();
  const other = await hooks.anEndpoint();
  const secret = await rotated(endpoint, { overlapHours: 1 });
  await rotated(other);
  await overlapEnds(endpoint);
  expect((await seen(endpoint)).previousSecretExpiresAt).toBeNull();
  const call = await called(endpoint);
  expect(signatures(call)).toHaveLength(1);
  expect([opens(call, secret), opens(call, endpoint.secret)]).toEqual([true, false]);
  await control.run('sweep-messages');
  await vi.waitFor(
    async () => expect(await columnsOf(endpoint)).toEqual({ previous: null, expiresAt: null }),
    pollTimeout,
  );
  expect((await columnsOf(other)).previous, 'it signs still').not.toBeNull();
});

test('the old secret stops signing at once without an overlap', async () => {
  const endpoint = await hooks.anEndpoint();
  const secret = await rotated(endpoint, { overlapHours: 0 });
  const call = await called(endpoint);
  expect(signatures(call)).toHaveLength(1);
  expect([opens(call, secret), opens(call, endpoint.secret)]).toEqual([true, false]);
  expect(await columnsOf(endpoint)).toEqual({ previous: null, expiresAt: null });
});

test('the newest two of three secrets within an overlap sign', async () => {
  const endpoint = await hooks.anEndpoint();
  const secrets = [endpoint.secret, await rotated(endpoint), await rotated(endpoint)];
  expect(new Set(secrets).size).toBe(3);
  const call = await called(endpoint);
  expect(signatures(call)).toHaveLength(2);
  expect(secrets.map((secret) => opens(call, secret))).toEqual([false, true, true]);
});

test('each of many concurrent rotations returns its own secret, and two of them sign', async () => {
  const endpoint = await hooks.anEndpoint();
  const concurrent = depth(5, 8);
  const secrets = await Promise.all(Array.from({ length: concurrent }, () => rotated(endpoint)));
  expect(new Set(secrets).size).toBe(concurrent);
  const call = await called(endpoint);
  expect(secrets.filter((secret) => opens(call, secret))).toHaveLength(2);
  expect(opens(call, endpoint.secret)).toBe(false);
});

test('a message waiting during a rotation is signed by the new secret too, with the same body and id', async () => {
  const { anEndpoint, aMessage, receiver, untilRecorded, untilCalled, fallsDue, everyMinute } = hooks;
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, 500);
  const id = await aMessage(endpoint);
  await everyMinute();
  await untilRecorded(id);
  const secret = await rotated(endpoint, { overlapHours: 0 });
  receiver.behave(endpoint.path, 204);
  await fallsDue(id);
  await everyMinute();
  const [first, second] = await untilCalled(endpoint.path, 2);
  if (!first || !second) throw new Error('there were two calls');
  expect([first.body, first.headers['webhook-id']]).toEqual([second.body, second.headers['webhook-id']]);
  expect(verified(second, secret)).toEqual(verified(first, endpoint.secret));
  expect(() => verified(second, endpoint.secret)).toThrow('No matching signature');
});

test('a new secret is shown once, and is in no later answer, not in the database and not in the log', async () => {
  const endpoint = await hooks.anEndpoint();
  const secret = await rotated(endpoint);
  await called(endpoint);
  const { api } = endpoint.owner;
  for (const path of ['/webhook-endpoints', hooks.pathOf(endpoint), `${hooks.pathOf(endpoint)}/deliveries`])
    expect((await api.get(path)).text).not.toMatch(/whsec_/);
  expect(readFileSync(hooks.stack.logFile, 'utf8')).not.toContain(secret.slice(6));
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const { rows: tables } = await hooks.market.pool.query(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  expect(tables.length).toBeGreaterThan(20);
  for (const canary of [secret.slice(6), bytes.toString('hex')])
    for (const { name } of tables) {
      const found = `select count(*)::int from "${name}" t where strpos(t::text, $1) > 0`;
      expect((await hooks.market.one(found, [canary])).count, name).toBe(0);
    }
});

test('one Idempotency-Key sent twice rotates twice, because answers with secrets are not stored', async () => {
  const endpoint = await hooks.anEndpoint();
  const key = randomUUID();
  const at = `${hooks.pathOf(endpoint)}/rotate-secret`;
  const replies = [
    await endpoint.owner.api.post(at, undefined, { key }),
    await endpoint.owner.api.post(at, undefined, { key }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(replies[0]?.body.data.secret).not.toBe(replies[1]?.body.data.secret);
  const { count } = await hooks.market.one('select count(*)::int from idempotency_keys where key = $1', [key]);
  expect(count).toBe(0);
});

test('the secret of a disabled endpoint can be rotated, and the endpoint stays disabled', async () => {
  const endpoint = await hooks.anEndpoint();
  await hooks.market.pool.query(`update webhook_endpoints set status = 'DISABLED', disabled_at = now() where id = $1`, [
    endpoint.id,
  ]);
  const secret = await rotated(endpoint, { overlapHours: 0 });
  expect(await hooks.seen(endpoint)).toMatchObject({
    status: 'DISABLED',
    allowedActions: ['enable', 'rotate-secret', 'delete'],
  });
  expect((await hooks.act(endpoint, 'enable')).status).toBe(200);
  expect(opens(await called(endpoint), secret)).toBe(true);
});

const badOverlaps: readonly (readonly [string, object])[] = [
  ['longer than 24 hours', { overlapHours: 25 }],
  ['a negative number of hours', { overlapHours: -1 }],
  ['a part of an hour', { overlapHours: 0.5 }],
  ['no number', { overlapHours: '1' }],
  ['nothing', { overlapHours: null }],
  ['a secret of its own', { secret: 'whsec_AAAA' }],
];
test.each(sample(badOverlaps, 3))('an overlap of %s is refused, and the secret stays', async (_, body) => {
  const endpoint = await hooks.anEndpoint();
  const reply = await rotate(endpoint, body);
  expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(opens(await called(endpoint), endpoint.secret)).toBe(true);
});

test('another user gets the answer of an unknown endpoint, and so does the owner of a deleted one', async () => {
  const endpoint = await hooks.anEndpoint();
  const at = `${hooks.pathOf(endpoint)}/rotate-secret`;
  const otherUser = await hooks.anOwner();
  const absent = await otherUser.api.post('/webhook-endpoints/999999999/rotate-secret');
  const foreign = await otherUser.api.post(at);
  expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
  expect(opens(await called(endpoint), endpoint.secret)).toBe(true);
  await endpoint.owner.api.delete(hooks.pathOf(endpoint));
  expect((await rotate(endpoint)).status).toBe(404);
});

test('token routes without /public rotate the secret', async () => {
  const person = await aPerson(hooks.stack.baseUrl, { roles: ['CREATOR'] });
  const { id } = (await person.keyed.post('/webhook-endpoints', { url: 'https://hooks.example.com/x' })).body.data;
  const reply = await person.api.post(`/webhook-endpoints/${id}/rotate-secret`, { overlapHours: 2 });
  expect([reply.status, reply.body.data.secret]).toEqual([200, expect.stringMatching(/^whsec_/)]);
});
