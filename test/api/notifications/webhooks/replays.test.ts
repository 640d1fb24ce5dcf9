import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Endpoint, type Hooks, startHooks } from '../../../support/market/hooks.ts';

let hooks: Hooks;
beforeAll(async () => {
  hooks = await startHooks();
});
afterAll(() => hooks.stop());

async function aFailedDelivery(endpoint: Endpoint): Promise<number> {
  const id = await hooks.aMessage(endpoint);
  await hooks.market.pool.query(
    `update messages set status = 'FAILED', due_at = null, ended_at = now() where id = $1`,
    [id],
  );
  return id;
}
const replay = (endpoint: Endpoint, id: number) => hooks.act(endpoint, `deliveries/${id}/replay`);

test.each([
  ['was tried and failed', { attempts: 1 }],
  ['was deferred by a backoff', { attempts: 0, last_error: null }],
])('a replay that %s frees its place for another, and is retried automatically', async (what, recorded) => {
  const { anEndpoint, receiver, message, market } = hooks;
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, 500);
  const ids: number[] = [];
  for (let n = 0; n < 6; n++) ids.push(await aFailedDelivery(endpoint));
  const [sixth = 0, ...others] = ids;
  if (what === 'was deferred by a backoff')
    await market.pool.query(
      `update webhook_endpoints set failures = 9, failing_since = now(), backoff_until = now() + interval '1 hour' where id = $1`,
      [endpoint.id],
    );
  // Makes them look as if they were requested while the queue was slow.
  await market.pool.query(
    `update messages set status = 'PENDING', due_at = now() - interval '1 minute', ended_at = null, requested_at = now() where id = any ($1)`,
    [others],
  );
  expect((await replay(endpoint, sixth)).status).toBe(409);
  if (what === 'was tried and failed') for (const id of others) await tryAlone(endpoint, id);
  else await hooks.everyMinute();
  for (const id of others)
    await vi.waitFor(
      async () => expect(await message(id)).toMatchObject({ status: 'PENDING', requested_at: null, ...recorded }),
      60_000,
    );
  expect((await replay(endpoint, sixth)).status).toBe(200);
});

test('a delivery has the body and the lasting headers exactly as the endpoint got them', async () => {
  const { anEndpoint, receiver, aMessage, everyMinute, untilCalled, untilRecorded, pathOf } = hooks;
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, 500);
  const id = await aMessage(endpoint);
  await everyMinute();
  const [call] = await untilCalled(endpoint.path);
  await untilRecorded(id);
  const { data } = (await endpoint.owner.api.get(`${pathOf(endpoint)}/deliveries/${id}`)).body;
  expect(data).toMatchObject({ id, body: call?.body, attempts: 1, lastStatus: 500, lastError: 'answered 500' });
  expect(call?.headers).toMatchObject(data.headers);
  expect(Object.keys(data.headers).sort()).toEqual(['content-type', 'user-agent', 'webhook-id']);
});

test('a delivery is not found at another endpoint, and not by another user', async () => {
  const { anEndpoint, aMessage, anOwner, pathOf } = hooks;
  const endpoint = await anEndpoint();
  const other = await anEndpoint({ owner: endpoint.owner });
  const id = await aMessage(endpoint);
  const statusBy = async (api: typeof endpoint.owner.api, of: Endpoint) =>
    (await api.get(`${pathOf(of)}/deliveries/${id}`)).status;
  expect(await statusBy(endpoint.owner.api, endpoint)).toBe(200);
  expect(await statusBy(endpoint.owner.api, other)).toBe(404);
  expect(await statusBy((await anOwner()).api, endpoint)).toBe(404);
});

/** The others are not due and the endpoint has no backoff: only this one is attempted. */
async function tryAlone(endpoint: Endpoint, id: number): Promise<void> {
  const { market, everyMinute, untilRecorded } = hooks;
  await market.pool.query(
    `update messages set due_at = case when id = $2 then now() - interval '1 minute' else now() + interval '1 hour' end
     where endpoint_id = $1 and status = 'PENDING' and requested_at is not null`,
    [endpoint.id, id],
  );
  await market.pool.query('update webhook_endpoints set backoff_until = null where id = $1', [endpoint.id]);
  await everyMinute();
  await untilRecorded(id);
}
