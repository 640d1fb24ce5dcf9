import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Endpoint, type Hooks, startHooks } from '../../../support/market/hooks.ts';
import { depth } from '../../../support/stack/depth.ts';

const concurrent = depth(10, 30);

let hooks: Hooks;
beforeAll(async () => {
  hooks = await startHooks();
});
afterAll(() => hooks.stop());

const limit = (requested: 'test' | 'replay') => ({
  code: 'INVALID_STATE',
  status: requested === 'test' ? 'TESTS_PENDING' : 'REPLAYS_PENDING',
  allowedActions: [requested === 'test' ? 'replay' : 'test', 'rotate-secret', 'delete'],
});

async function aFailedDelivery(endpoint: Endpoint, kind = 'assignment.accepted'): Promise<number> {
  const id = await hooks.aMessage(endpoint, { kind });
  await hooks.market.pool.query(
    `update messages set status = 'FAILED', due_at = null, ended_at = now() where id = $1`,
    [id],
  );
  return id;
}
const replay = (endpoint: Endpoint, id: number) => hooks.act(endpoint, `deliveries/${id}/replay`);

test(`an endpoint has at most five tests in progress after ${concurrent} concurrent requests, and replays count too`, async () => {
  const { anEndpoint, act, receiver } = hooks;
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, 'hang');
  const replies = await Promise.all(Array.from({ length: concurrent }, () => act(endpoint, 'test')));
  const refused = replies.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(concurrent - 5);
  for (const { status, body } of refused) expect([status, body]).toEqual([409, expect.objectContaining(limit('test'))]);
  const replayed = await replay(endpoint, await aFailedDelivery(endpoint, 'webhook.test'));
  expect([replayed.status, replayed.body]).toEqual([409, expect.objectContaining(limit('test'))]);
  const other = await anEndpoint({ owner: endpoint.owner });
  expect((await act(other, 'test')).status).toBe(201);
});

test(`a hanging endpoint has at most five replays in progress after ${concurrent} concurrent requests, and refused replays change nothing`, async () => {
  const { anEndpoint, act, receiver, market } = hooks;
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, 'hang');
  const ids: number[] = [];
  for (let n = 0; n < concurrent; n++) ids.push(await aFailedDelivery(endpoint));
  const replies = await Promise.all(ids.map((id) => replay(endpoint, id)));
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(concurrent - 5);
  for (const { status, body } of refused)
    expect([status, body]).toEqual([409, expect.objectContaining(limit('replay'))]);
  const { failed } = await market.one(
    `select count(*)::int as failed from messages where id = any ($1) and status = 'FAILED'`,
    [ids],
  );
  expect(failed).toBe(concurrent - 5);
  expect((await act(endpoint, 'test')).status, 'tests have a limit of their own').toBe(201);
  const other = await anEndpoint({ owner: endpoint.owner });
  expect((await replay(other, await aFailedDelivery(other))).status).toBe(200);
});

test('automatic deliveries do not count as replays: an endpoint with many of them accepts five replays', async () => {
  const { anEndpoint, aMessage, receiver } = hooks;
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, 'hang');
  for (let n = 0; n < 8; n++) await aMessage(endpoint);
  const replies = [];
  for (let n = 0; n < 6; n++) replies.push(await replay(endpoint, await aFailedDelivery(endpoint)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 409]);
});
