import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Endpoint, type Hooks, startHooks } from '../../../support/market/hooks.ts';

let hooks: Hooks;
beforeAll(async () => {
  hooks = await startHooks();
});
afterAll(() => hooks.stop());

const stateOf = ({ id }: Endpoint) =>
  hooks.market.one(
    `select failures, failing_since is not null as "isFailing", backoff_until is not null as rests from webhook_endpoints where id = $1`,
    [id],
  );

test('a call that fails late does not affect an endpoint that succeeded after the call began', async () => {
  const { anEndpoint, aMessage, receiver, everyMinute, untilCalled, message, market } = hooks;
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, 'hold');
  const id = await aMessage(endpoint);
  const turn = everyMinute();
  await untilCalled(endpoint.path);
  await market.pool.query('update webhook_endpoints set last_succeeded_at = now() where id = $1', [endpoint.id]);
  receiver.behave(endpoint.path, 204);
  receiver.letGo(endpoint.path, 500);
  await turn;
  expect(await message(id)).toMatchObject({ status: 'PENDING', last_error: 'answered 500' });
  expect(await stateOf(endpoint)).toEqual({ failures: 0, isFailing: false, rests: false });
});

test('an endpoint that succeeds or is enabled during a last failing call stays enabled', async () => {
  const { anEndpoint, aMessage, receiver, untilCalled, message, seen, everyMinute, market } = hooks;
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, 'hold');
  const id = await aMessage(endpoint, { attempts: 8 });
  const failing = `update webhook_endpoints set failing_since = now() - interval '73 hours' where id = $1`;
  await market.pool.query(failing, [endpoint.id]);
  const turn = everyMinute();
  await untilCalled(endpoint.path);
  await market.pool.query(
    'update webhook_endpoints set failing_since = null, last_succeeded_at = now() where id = $1',
    [endpoint.id],
  );
  receiver.behave(endpoint.path, 204);
  receiver.letGo(endpoint.path, 500);
  await turn;
  expect(await message(id)).toMatchObject({ attempts: 9, status: 'PENDING', last_error: 'answered 500' });
  expect(await seen(endpoint)).toMatchObject({ status: 'ENABLED', failingSince: null });
});

test('an accepted replay is sent, although an earlier attempt ends after it', async () => {
  const { anEndpoint, aMessage, receiver, act, everyMinute, untilCalled, later, market, message } = hooks;
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, 'hold');
  const id = await aMessage(endpoint, { attempts: 9 });
  const turn = everyMinute();
  await untilCalled(endpoint.path);
  // The state after its endpoint was disabled and enabled again meanwhile.
  await market.pool.query(
    `update messages set status = 'CANCELLED', due_at = null, ended_at = now(), last_error = 'the endpoint was disabled' where id = $1`,
    [id],
  );
  receiver.behave(endpoint.path, 204);
  expect((await act(endpoint, `deliveries/${id}/replay`)).status).toBe(200);
  receiver.letGo(endpoint.path, 500);
  await turn;
  // The earlier attempt has made the endpoint back off: the replay is due after that.
  await later(60);
  await everyMinute();
  expect(await message(id)).toMatchObject({ status: 'DELIVERED', attempts: 1 });
});
