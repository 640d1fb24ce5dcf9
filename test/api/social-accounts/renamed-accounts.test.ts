import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountsOf } from '../../support/market/accounts.ts';
import { type Market, marketOf } from '../../support/market/market.ts';
import { controlOf } from '../../support/stack/control.ts';
import { type OwnStack, startStack } from '../../support/stack/stack.ts';

/** X as it answers for the account with this id. */
const user = {
  ...{ id: '7301234567', name: 'Nova', username: 'present_name', description: '' },
  public_metrics: { followers_count: 5 },
};
let server: Server;
let stack: OwnStack;
let market: Market;
beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: user }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  stack = await startStack({ vars: { X_BEARER_TOKEN: 'a-token', X_API_URL: `http://127.0.0.1:${port}/2` } });
  market = marketOf(stack);
});
afterAll(async () => {
  await market?.close();
  await stack?.stop();
  server?.close();
});

const dayMs = 86_400_000;

test('an account at X has its present name after 15 days, although its profile may be kept for ever', async () => {
  const control = controlOf(stack.controlUrl);
  const accounts = accountsOf(stack.baseUrl, market);
  const account = await accounts.anAccount({ platform: 'X' });
  await accounts.publishPageOf(account);
  // As the proof stores it.
  await market.pool.query(
    `update social_accounts set handle = 'former_name', external_id = $2, profile_at = $3::timestamptz,
       picture_due_at = $3::timestamptz + interval '15 days' where id = $1`,
    [account.id, user.id, await control.now()],
  );
  await control.moveOn(15 * dayMs + 60_000);
  await control.run('take-due-platform-work');
  const { handle, followers } = await market.one('select handle, followers from social_accounts where id = $1', [
    account.id,
  ]);
  expect([handle, Number(followers)]).toEqual(['present_name', 5]);
});
