import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Hooks, startHooks } from '../../support/hooks.ts';

let hooks: Hooks;
beforeAll(async () => {
  // While the test runs, no call that hangs comes to an end.
  hooks = await startHooks({ WEBHOOK_TIMEOUT_MS: '25000' });
});
afterAll(() => hooks.stop());

test('five tests are on their way to an endpoint and no more, though 30 are asked for at once, and replayed ones count', async () => {
  const { anEndpoint, act, aMessage, receiver, market } = hooks;
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, 'hang');
  const replies = await Promise.all(Array.from({ length: 30 }, () => act(endpoint, 'test')));
  const refused = replies.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(25);
  const limit = {
    code: 'INVALID_STATE',
    status: 'TESTS_PENDING',
    allowedActions: ['replay', 'rotate-secret', 'delete'],
  };
  for (const { status, body } of refused) expect([status, body]).toEqual([409, expect.objectContaining(limit)]);
  const ended = await aMessage(endpoint, { kind: 'webhook.test' });
  await market.pool.query(`update messages set status = 'FAILED', due_at = null, ended_at = now() where id = $1`, [
    ended,
  ]);
  const replayed = await act(endpoint, `deliveries/${ended}/replay`);
  expect([replayed.status, replayed.body]).toEqual([409, expect.objectContaining(limit)]);
  const other = await anEndpoint({ owner: endpoint.owner });
  expect((await act(other, 'test')).status).toBe(201);
});
