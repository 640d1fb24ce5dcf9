import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Endpoint, type Hooks, startHooks } from '../../../support/market/hooks.ts';
import { pollTimeout } from '../../../support/stack/poll-timeout.ts';

let hooks: Hooks;
beforeAll(async () => {
  hooks = await startHooks();
});
afterAll(() => hooks.stop());

const stateOf = ({ id }: Endpoint) =>
  hooks.market.one(
    `select failures, failing_since is not null as "isFailing", last_succeeded_at is not null as "hasSucceeded",
       backoff_until as rests from webhook_endpoints where id = $1`,
    [id],
  );
const endBackoff = ({ id }: Endpoint) =>
  hooks.market.pool.query(
    `update webhook_endpoints set backoff_until = now() - interval '1 second' where id = $1 and backoff_until is not null`,
    [id],
  );
const callsOf = ({ path }: Endpoint) => hooks.receiver.callsTo(path).length;

/** An endpoint that has failed once and backs off. */
async function aBackedOffEndpoint(manner: 'hang' | 500 = 500) {
  const { anEndpoint, aMessage, receiver, everyMinute, everyMinuteHanging, sentFromNow } = hooks;
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, manner);
  const failed = await aMessage(endpoint);
  const expectDue = sentFromNow();
  await (manner === 'hang' ? everyMinuteHanging(endpoint.path) : everyMinute());
  const { rests } = await stateOf(endpoint);
  expectDue(rests, 15, 15);
  // Keeps the backoff from ending during a slow test.
  await hooks.market.pool.query(
    `update webhook_endpoints set backoff_until = now() + interval '1 hour' where id = $1`,
    [endpoint.id],
  );
  return { endpoint, failed };
}

/** The number of untried messages that wait for the end of the backoff. */
const postponed = async (ids: readonly number[]): Promise<number> =>
  (
    await hooks.market.one(
      `select count(*)::int from messages where id = any ($1) and status = 'PENDING' and attempts = 0 and due_at > now() and last_error is null`,
      [ids],
    )
  ).count;

test('a hanging endpoint costs one call in each backoff, however many deliveries wait, and each backoff is longer', async () => {
  const { aMessage, everyMinute, everyMinuteHanging, fallsDue, sentFromNow } = hooks;
  const { endpoint } = await aBackedOffEndpoint('hang');
  expect(await stateOf(endpoint)).toMatchObject({ failures: 1, isFailing: true });
  const ids: number[] = [];
  for (let n = 0; n < 6; n++) ids.push(await aMessage(endpoint));
  await everyMinute();
  expect(await postponed(ids)).toBe(6);
  expect(callsOf(endpoint)).toBe(1);
  for (const id of ids) await fallsDue(id);
  await endBackoff(endpoint);
  const expectDue = sentFromNow();
  await everyMinuteHanging(endpoint.path);
  expect(await stateOf(endpoint)).toMatchObject({ failures: 2 });
  expectDue((await stateOf(endpoint)).rests, 30, 30);
  expect(await postponed(ids)).toBe(5);
  const tried = `select count(*)::int from messages where id = any ($1) and attempts = 1 and due_at > now()`;
  expect((await hooks.market.one(tried, [ids])).count).toBe(1);
  expect(callsOf(endpoint)).toBe(2);
});

test('a success ends the backoff', async () => {
  const { aMessage, everyMinute, receiver, message } = hooks;
  const { endpoint } = await aBackedOffEndpoint();
  receiver.behave(endpoint.path, 204);
  await endBackoff(endpoint);
  const ids = [await aMessage(endpoint), await aMessage(endpoint)];
  await everyMinute();
  expect(await stateOf(endpoint)).toEqual({ failures: 0, isFailing: false, hasSucceeded: true, rests: null });
  for (const id of ids) expect((await message(id)).status).toBe('DELIVERED');
});

test('a test is sent during a backoff, and its success ends the backoff', async () => {
  const { act, receiver, untilCalled } = hooks;
  const { endpoint } = await aBackedOffEndpoint();
  receiver.behave(endpoint.path, 204);
  expect((await act(endpoint, 'test')).status).toBe(201);
  await untilCalled(endpoint.path, 2);
  await vi.waitFor(
    async () => expect(await stateOf(endpoint)).toMatchObject({ failures: 0, rests: null }),
    pollTimeout,
  );
});

test('a replay ends the backoff, and is refused while a delivery is PENDING', async () => {
  const { act, receiver, untilCalled, control, market, message } = hooks;
  const { endpoint, failed } = await aBackedOffEndpoint();
  const refused = await act(endpoint, `deliveries/${failed}/replay`);
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({ code: 'INVALID_STATE', status: 'PENDING', allowedActions: [] }),
  ]);
  await market.pool.query(
    `update messages set status = 'FAILED', due_at = null, ended_at = now(), attempts = 10 where id = $1`,
    [failed],
  );
  receiver.behave(endpoint.path, 204);
  await control.queues('hold');
  const replies = await Promise.all([0, 1, 2].map(() => act(endpoint, `deliveries/${failed}/replay`)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  await control.queues('up');
  await untilCalled(endpoint.path, 2);
  await vi.waitFor(async () => expect((await message(failed)).status).toBe('DELIVERED'), pollTimeout);
  expect(callsOf(endpoint)).toBe(2);
});

test('an endpoint that is enabled again has no backoff', async () => {
  const { act, market } = hooks;
  const { endpoint } = await aBackedOffEndpoint();
  await market.pool.query(`update webhook_endpoints set status = 'DISABLED', disabled_at = now() where id = $1`, [
    endpoint.id,
  ]);
  expect((await act(endpoint, 'enable')).status).toBe(200);
  expect(await stateOf(endpoint)).toMatchObject({ failures: 0, isFailing: false, rests: null });
});

test('each success is recorded for comparison with calls that fail late', async () => {
  const { anEndpoint, act } = hooks;
  const endpoint = await anEndpoint();
  await act(endpoint, 'test');
  await vi.waitFor(async () => expect(await stateOf(endpoint)).toMatchObject({ hasSucceeded: true }), pollTimeout);
});

test('a Retry-After header is respected, for one day at most', async () => {
  const { anEndpoint, aMessage, receiver, everyMinute, untilRecorded, sentFromNow } = hooks;
  const given = [
    [503, '7200', 7_200],
    [429, '9999999', 86_400],
    [503, '1', 15],
    [500, '7200', 15],
  ] as const;
  const ids: number[] = [];
  for (const [status, retryAfter] of given) {
    const endpoint = await anEndpoint();
    receiver.behave(endpoint.path, { status, retryAfter });
    ids.push(await aMessage(endpoint));
  }
  const expectDue = sentFromNow();
  await everyMinute();
  for (const [index, [, , seconds]] of given.entries())
    expectDue((await untilRecorded(ids[index] ?? 0)).due_at, seconds, seconds + 2);
});

test('disabling an endpoint cancels all its pending deliveries, however many exist', async () => {
  const { anEndpoint, aMessage, receiver, everyMinute, market } = hooks;
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, 410);
  await market.pool.query(
    `insert into messages (channel, recipient_id, endpoint_id, kind, body, due_at, created_at)
     select 'WEBHOOK', $1, $2, 'assignment.accepted', '{}', now() + interval '1 hour', now() from generate_series(1, 2100)`,
    [endpoint.owner.id, endpoint.id],
  );
  await aMessage(endpoint);
  await everyMinute();
  const left = async () =>
    await market.one(
      `select count(*) filter (where status = 'PENDING')::int as pending, count(*) filter (where status = 'CANCELLED')::int as cancelled
         from messages where endpoint_id = $1`,
      [endpoint.id],
    );
  expect(await left()).toEqual({ pending: 0, cancelled: 2_100 });
});
