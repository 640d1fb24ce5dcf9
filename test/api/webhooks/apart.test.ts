import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Hooks, startHooks } from '../../support/hooks.ts';
import { messagesOf } from '../../support/messages.ts';

let hooks: Hooks;
beforeAll(async () => {
  hooks = await startHooks();
});
afterAll(() => hooks.stop());

test('a mail does not wait for receivers that hang', async () => {
  const { anEndpoint, aMessage, receiver, market, stack, everyMinute } = hooks;
  const messages = messagesOf(market, stack);
  for (let n = 0; n < 12; n++) {
    const endpoint = await anEndpoint();
    receiver.behave(endpoint.path, 'hang');
    await aMessage(endpoint);
  }
  const mail = await messages.aMail(await market.aUser(['CREATOR']), { age: '30 seconds' });
  await everyMinute();
  await messages.becomes(mail, { status: 'DELIVERED', attempts: 1 });
  const { untried } = await market.one(
    `select count(*)::int as untried from messages where channel = 'WEBHOOK' and attempts = 0`,
  );
  expect(untried).toBeGreaterThan(4);
  await messages.allIsTold();
});
