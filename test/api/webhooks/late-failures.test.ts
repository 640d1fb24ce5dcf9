import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Endpoint, type Hooks, startHooks } from '../../support/hooks.ts';
import { patience } from '../../support/patience.ts';

let hooks: Hooks;
beforeAll(async () => {
  // A call that is held ends when its test says so, and not before.
  hooks = await startHooks({ WEBHOOK_TIMEOUT_MS: '25000' });
});
afterAll(() => hooks.stop());

const stateOf = ({ id }: Endpoint) =>
  hooks.market.one(
    `select failures, failing_since is not null as "isFailing", resting_until is not null as rests from webhook_endpoints where id = $1`,
    [id],
  );

test('a call that fails late says nothing of an endpoint that has succeeded since the call began', async () => {
  const { anEndpoint, aMessage, receiver, everyMinute, untilCalled, untilNoted, market } = hooks;
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, 'hold');
  const id = await aMessage(endpoint);
  await everyMinute();
  await untilCalled(endpoint.path);
  await market.pool.query('update webhook_endpoints set last_succeeded_at = now() where id = $1', [endpoint.id]);
  receiver.letGo(endpoint.path, 500);
  expect(await untilNoted(id)).toMatchObject({ status: 'PENDING', last_error: 'answered 500' });
  expect(await stateOf(endpoint)).toEqual({ failures: 0, isFailing: false, rests: false });
});

test('an endpoint that succeeds or is enabled while a last call fails is not disabled by it', async () => {
  const { anEndpoint, aMessage, receiver, untilCalled, untilNoted, seen, everyMinute, market } = hooks;
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, 'hold');
  const id = await aMessage(endpoint, { attempts: 8 });
  const failing = `update webhook_endpoints set failing_since = now() - interval '73 hours' where id = $1`;
  await market.pool.query(failing, [endpoint.id]);
  await everyMinute();
  await untilCalled(endpoint.path);
  await market.pool.query(
    'update webhook_endpoints set failing_since = null, last_succeeded_at = now() where id = $1',
    [endpoint.id],
  );
  receiver.letGo(endpoint.path, 500);
  expect(await untilNoted(id, 9)).toMatchObject({ status: 'PENDING', last_error: 'answered 500' });
  expect(await seen(endpoint)).toMatchObject({ status: 'ENABLED', failingSince: null });
});

test('a replay that was acknowledged is sent, though an earlier attempt ends after it', async () => {
  const { anEndpoint, aMessage, receiver, act, everyMinute, untilCalled, fallsDue, market, message } = hooks;
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, 'hold');
  const id = await aMessage(endpoint, { attempts: 9 });
  await everyMinute();
  await untilCalled(endpoint.path);
  // As when its endpoint was disabled and enabled again meanwhile.
  await market.pool.query(
    `update messages set status = 'CANCELLED', due_at = null, ended_at = now(), last_error = 'the endpoint was disabled' where id = $1`,
    [id],
  );
  receiver.behave(endpoint.path, 204);
  expect((await act(endpoint, `deliveries/${id}/replay`)).status).toBe(200);
  receiver.letGo(endpoint.path, 500);
  await untilPostponedOrSent(id);
  await fallsDue(id);
  await everyMinute();
  await vi.waitFor(async () => expect((await message(id)).status).toBe('DELIVERED'), patience);
  expect(await message(id)).toMatchObject({ attempts: 1 });
});

const untilPostponedOrSent = (id: number) =>
  vi.waitFor(async () => {
    const { status, attempts, due_at: dueAt } = await hooks.message(id);
    const isPostponed = status === 'PENDING' && attempts === 0 && dueAt > new Date();
    expect(status === 'DELIVERED' || isPostponed).toBe(true);
  }, patience);
