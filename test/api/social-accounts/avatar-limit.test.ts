import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { limits } from '../../../functions/http/rate-limit.ts';
import { clientOf } from '../../support/client.ts';
import { accountsOf } from '../../support/market/accounts.ts';
import type { marketOf } from '../../support/market/market.ts';
import { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: ReturnType<typeof marketOf>;
ownMarket(
  (own) => {
    ({ stack, market } = own);
  },
  { vars: { RATE_LIMIT_SCALE: '1' } },
);

const as = (address: string) => ({ headers: { 'cf-connecting-ip': address } });

test('picture requests have their own limit, and use nothing of the read limit of a guest', async () => {
  const account = await accountsOf(stack.baseUrl, market).anAccount();
  const site = clientOf(stack.baseUrl, null, '');
  const path = (await account.refresh()).body.data.avatarUrl.replace(stack.baseUrl, '');
  const pictures = depth(limits.guest + 1, 300);
  const seen = await Promise.all(Array.from({ length: pictures }, () => site.get(path, as('198.51.100.7'))));
  expect([...new Set(seen.map(({ status }) => status))]).toEqual([200]);
  // Hits are counted after their answers.
  await controlOf(stack.controlUrl).untilNothingIsDeferred();
  expect((await site.get(path, as('198.51.100.7'))).status).toBe(200);
  expect((await site.get('/api/v1/creator-catalog', as('198.51.100.7'))).status).toBe(200);
  const unknown = await site.get(`/avatars/${randomUUID()}`, as('198.51.100.7'));
  expect([unknown.status, seen[0]?.headers.get('ratelimit-policy')]).toEqual([404, '"picture";q=1200;w=60']);
});
