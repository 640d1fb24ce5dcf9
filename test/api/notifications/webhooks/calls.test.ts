import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Endpoint, type Hooks, startHooks } from '../../../support/market/hooks.ts';
import {
  type Manner,
  type Receiver,
  receiverSecret,
  startReceiver,
  verified,
} from '../../../support/market/receiver.ts';
import { pollTimeout } from '../../../support/stack/poll-timeout.ts';

let hooks: Hooks;
beforeAll(async () => {
  hooks = await startHooks();
});
afterAll(() => hooks.stop());

test('a delivery makes two round trips to Postgres: one for the leases, and one for the records', async () => {
  const { anEndpoint, act, control, untilRecorded } = hooks;
  const endpoint = await anEndpoint();
  await control.queues('hold');
  const { id } = (await act(endpoint, 'test')).body.data;
  await control.untilNothingIsDeferred();
  await control.resetCounts();
  await control.queues('up');
  await untilRecorded(id);
  await control.untilQueuesAreEmpty();
  expect((await control.counts()).neon).toBe(2);
});

describe('a test delivery', () => {
  test('is one signed call that the Standard Webhooks library verifies', async () => {
    const { anEndpoint, act, untilCalled, deliveries } = hooks;
    const endpoint = await anEndpoint();
    const requested = await act(endpoint, 'test');
    expect([requested.status, requested.body.data]).toEqual([
      201,
      expect.objectContaining({ kind: 'webhook.test', eventId: null, status: 'PENDING', attempts: 0 }),
    ]);
    const [call] = await untilCalled(endpoint.path);
    expect(call).toMatchObject({ method: 'POST' });
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Castline-Webhooks/1',
      'webhook-id': `msg_${requested.body.data.id}`,
    });
    if (!call) return;
    expect(verified(call, endpoint.secret)).toEqual({
      type: 'webhook.test',
      timestamp: requested.body.data.createdAt,
      data: { endpointId: endpoint.id },
    });
    const other = await anEndpoint();
    expect(() => verified(call, other.secret)).toThrow('No matching signature');
    expect(() => verified({ ...call, body: `${call.body} ` }, endpoint.secret)).toThrow('No matching signature');
    await vi.waitFor(
      async () =>
        expect(await deliveries(endpoint)).toEqual([
          expect.objectContaining({
            status: 'DELIVERED',
            attempts: 1,
            lastStatus: 204,
            lastError: null,
            nextAttemptAt: null,
          }),
        ]),
      pollTimeout,
    );
    expect(Object.keys(call.headers).filter((name) => /auth|cookie|key|secret/i.test(name))).toEqual([]);
  });

  test('is not retried, and does not affect the endpoint', async () => {
    const { anEndpoint, act, receiver, untilRecorded, seen } = hooks;
    const endpoint = await anEndpoint();
    receiver.behave(endpoint.path, 500);
    const { id } = (await act(endpoint, 'test')).body.data;
    expect(await untilRecorded(id)).toMatchObject({ status: 'FAILED', attempts: 1, last_status: 500, due_at: null });
    expect(await seen(endpoint)).toMatchObject({ status: 'ENABLED', failingSince: null });
  });
});

describe('a receiver that', () => {
  /** The stored result of one attempt, by the behaviour of the receiver. */
  const recorded = new Map<string, { status: string; last_status: number | null; last_error: string; due_at: Date }>();
  let expectDue: ReturnType<Hooks['sentFromNow']>;
  let elsewhere: Receiver;
  const manners: Readonly<Record<string, Manner>> = {
    500: 500,
    404: 404,
    304: 304,
    hang: 'hang',
    close: 'close',
    endless: 'endless',
  };
  const redirects = [301, 302, 303, 307, 308];
  const endpoints = new Map<string, Endpoint>();

  beforeAll(async () => {
    const { anEndpoint, aMessage, receiver, message, deadOrigin } = hooks;
    elsewhere = await startReceiver();
    const redirectTo = `${elsewhere.origin}/stolen`;
    const all: [string, Manner][] = [
      ...Object.entries(manners),
      ...redirects.map((status): [string, Manner] => [`${status}`, { status, redirectTo }]),
    ];
    for (const [name, manner] of all) {
      const endpoint = await anEndpoint();
      receiver.behave(endpoint.path, manner);
      endpoints.set(name, endpoint);
    }
    endpoints.set('dead', await anEndpoint({ url: `${deadOrigin}/x` }));
    const messages = new Map<string, number>();
    for (const [name, endpoint] of endpoints) messages.set(name, await aMessage(endpoint));
    expectDue = hooks.sentFromNow();
    await hooks.everyMinuteHanging(endpoints.get('hang')?.path ?? '');
    for (const [name, id] of messages) recorded.set(name, await message(id));
    receiver.behave(endpoints.get('hang')?.path ?? '', 204);
  });
  afterAll(() => elsewhere.stop());

  test.each([
    ['500', 500, /^answered 500$/],
    ['404', 404, /^answered 404$/],
    ['304', 304, /^answered 304/],
    ['hang', null, /^no answer within 25 s$/],
    ['close', null, /^no connection, or it was closed/],
    ['dead', null, /^no connection, or it was closed/],
  ])('fails (%s) is called again after 15 seconds, and is marked as failing', async (name, status, error) => {
    expect(recorded.get(name)).toMatchObject({ status: 'PENDING', attempts: 1, last_status: status });
    expect(recorded.get(name)?.last_error).toMatch(error);
    expectDue(recorded.get(name)?.due_at ?? new Date(0), 15, 17);
    const endpoint = endpoints.get(name);
    expectDue(new Date(endpoint && (await hooks.seen(endpoint)).failingSince), 0, 0);
  });

  test.each(redirects)('answers %i is not followed to the target of the redirect', (status) => {
    expect(recorded.get(`${status}`)).toMatchObject({
      ...{ status: 'PENDING', last_status: status },
      last_error: `answered ${status}: redirects are not followed`,
    });
    expect(elsewhere.calls).toEqual([]);
  });

  test('sends an endless answer has accepted the message, and the connection is closed', async () => {
    expect(recorded.get('endless')).toMatchObject({ status: 'DELIVERED', last_status: 200 });
    await vi.waitFor(() => expect(hooks.receiver.unfinished()).toBe(0), pollTimeout);
  });
});

describe('a failed delivery', () => {
  test('is sent again with the same bytes and id, and a new timestamp and signature, until it succeeds', async () => {
    const { anEndpoint, aMessage, receiver, seen, later, everyMinute } = hooks;
    const endpoint = await anEndpoint();
    receiver.behave(endpoint.path, 503);
    const id = await aMessage(endpoint);
    await everyMinute();
    receiver.behave(endpoint.path, 200);
    await later(20);
    const [first, second] = receiver.callsTo(endpoint.path);
    if (!first || !second) throw new Error('there were two calls');
    expect(second.body).toBe(first.body);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(Number(second.headers['webhook-timestamp'])).toBeGreaterThan(Number(first.headers['webhook-timestamp']));
    expect(second.headers['webhook-signature']).not.toBe(first.headers['webhook-signature']);
    expect(verified(second, endpoint.secret)).toEqual(verified(first, endpoint.secret));
    expect(await hooks.message(id)).toMatchObject({
      ...{ status: 'DELIVERED', attempts: 2 },
      ...{ last_status: 200, last_error: null },
    });
    expect((await seen(endpoint)).failingSince).toBeNull();
  });

  test('waits longer after each attempt, plus up to 10 % jitter', async () => {
    const { anEndpoint, aMessage, receiver, untilRecorded, everyMinute, sentFromNow } = hooks;
    const delays = [15, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    const ids: number[] = [];
    for (const before of delays.keys()) {
      const endpoint = await anEndpoint();
      receiver.behave(endpoint.path, 500);
      ids.push(await aMessage(endpoint, { attempts: before }));
    }
    const expectDue = sentFromNow();
    await everyMinute();
    for (const [before, seconds] of delays.entries()) {
      const { due_at: dueAt } = await untilRecorded(ids[before] ?? 0, before + 1);
      expectDue(dueAt, seconds, seconds * 1.1 + 2);
    }
  });

  test('is FAILED after ten attempts, and can be replayed', async () => {
    const { anEndpoint, aMessage, receiver, untilRecorded, untilCalled, deliveries, pathOf } = hooks;
    const endpoint = await anEndpoint();
    receiver.behave(endpoint.path, 500);
    const id = await aMessage(endpoint, { attempts: 9 });
    await hooks.everyMinute();
    expect(await untilRecorded(id, 10)).toMatchObject({ status: 'FAILED', attempts: 10, due_at: null });
    receiver.behave(endpoint.path, 204);
    const replayed = await endpoint.owner.api.post(`${pathOf(endpoint)}/deliveries/${id}/replay`);
    expect([replayed.status, replayed.body.data]).toEqual([
      200,
      expect.objectContaining({ id, status: 'PENDING', attempts: 0, endedAt: null }),
    ]);
    const [first, second] = await untilCalled(endpoint.path, 2);
    expect([second?.body, second?.headers['webhook-id']]).toEqual([first?.body, first?.headers['webhook-id']]);
    await vi.waitFor(
      async () => expect(await deliveries(endpoint)).toMatchObject([{ id, status: 'DELIVERED', attempts: 1 }]),
      pollTimeout,
    );
    for (const [status, code] of [['FAILED'], ['PENDING'], ['DELIVERED'], ['CANCELLED', 'INVALID_CURSOR']]) {
      const { body } = await endpoint.owner.api.get(`${pathOf(endpoint)}/deliveries?status=${status}&cursor=${id}`);
      expect([status, body.code]).toEqual([status, code]);
    }
  });
});

test('a replay of a delivered message sends the same message again', async () => {
  const { anEndpoint, act, untilCalled, pathOf, message } = hooks;
  const endpoint = await anEndpoint();
  const { id } = (await act(endpoint, 'test')).body.data;
  await untilCalled(endpoint.path);
  await vi.waitFor(async () => expect((await message(id)).status).toBe('DELIVERED'), pollTimeout);
  await endpoint.owner.api.post(`${pathOf(endpoint)}/deliveries/${id}/replay`);
  const calls = await untilCalled(endpoint.path, 2);
  expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('lists, logs and the database contain no response body, no secret and no URL', async () => {
  const { anEndpoint, act, receiver, untilRecorded, stack, market } = hooks;
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, 418);
  const { id } = (await act(endpoint, 'test')).body.data;
  await untilRecorded(id);
  const listed = (await endpoint.owner.api.get(`${hooks.pathOf(endpoint)}/deliveries`)).text;
  expect(listed).toContain('answered 418');
  const log = readFileSync(stack.logFile, 'utf8');
  const { body } = await market.one('select body from messages where id = $1', [id]);
  for (const text of [listed, log, body])
    for (const canary of [receiverSecret, 'receiver-token', endpoint.secret, endpoint.secret.slice(6)])
      expect(text).not.toContain(canary);
});
