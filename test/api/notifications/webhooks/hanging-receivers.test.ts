import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Hooks, startHooks } from '../../../support/market/hooks.ts';
import { messagesOf } from '../../../support/market/messages.ts';

let hooks: Hooks;
beforeAll(async () => {
  hooks = await startHooks();
});
afterAll(() => hooks.stop());

test('mails do not wait for hanging webhook receivers', async () => {
  const { anEndpoint, aMessage, receiver, market, stack, everyMinute, untilCalled } = hooks;
  const messages = messagesOf(market, stack);
  const paths: string[] = [];
  for (let n = 0; n < 12; n++) {
    const endpoint = await anEndpoint();
    receiver.behave(endpoint.path, 'hang');
    await aMessage(endpoint);
    paths.push(endpoint.path);
  }
  const mail = await messages.aMail(await market.aUser(['CREATOR']), { age: '30 seconds' });
  // It would end with the last call, but the stack is stopped before.
  void everyMinute().catch(() => undefined);
  await untilCalled(paths[0] ?? '');
  await messages.becomes(mail, { status: 'DELIVERED', attempts: 1 });
  expect(receiver.unfinished()).toBeGreaterThan(0);
  const { recorded } = await market.one(
    `select count(*)::int as recorded from messages where channel = 'WEBHOOK' and last_error is not null`,
  );
  expect(recorded).toBe(0);
});
