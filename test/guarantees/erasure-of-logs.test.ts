import { expect, test } from 'vitest';
import { type Db, openDb } from '../../db/client.ts';
import type { JobCtx } from '../../functions/context.ts';
import { eraseAccounts } from '../../functions/erase-accounts.ts';
import type { Market } from '../support/market/market.ts';
import { aPerson } from '../support/market/people.ts';
import { controlOf } from '../support/stack/control.ts';
import { ownMarket } from '../support/stack/own-market.ts';
import type { OwnStack } from '../support/stack/stack.ts';

let market: Market;
let db: Db;
let stack: OwnStack;
ownMarket((own) => {
  market = own.market;
  stack = own.stack;
  db = openDb({ DATABASE_URL: own.stack.databaseUrls.jobs, NEON_FETCH_ENDPOINT: own.stack.neonUrl });
});

test('the erasure of a log longer than one run queues one rebuild of the catalog, for the rows that are no log', async () => {
  const { userId, api, keyed } = await aPerson(stack.baseUrl, { roles: ['ADVERTISER'] });
  const { id: keyId } = (await keyed.get('/me')).body.data.key;
  expect((await api.post('/factories', { name: 'Own' })).status).toBe(201);
  // The deletion queues the job of the stack, which must not take part.
  await controlOf(stack.controlUrl).queues('hold');
  expect((await api.delete('/me', { body: { confirm: true } })).status).toBe(200);
  await market.pool.query(
    `insert into api_requests (owner_id, key_id, request_id, method, path, status, duration_ms, at)
     select $1, $2, 'request-' || n, 'POST', '/api/v1/public/posts', 404, 5, now() from generate_series(1, 10001) n`,
    [userId, keyId],
  );
  const queued: unknown[] = [];
  // The part of a context that is needed.
  const ctx = { db, now: () => new Date(), enqueue: async (jobs) => void queued.push(...jobs) } as JobCtx;
  const runs: { readonly done: number; readonly rebuilds: number }[] = [];
  for (let isMore = true; isMore; ) {
    const run = await eraseAccounts(ctx);
    isMore = run.isMore;
    runs.push({ done: run.done, rebuilds: queued.splice(0).length });
  }
  expect(runs).toEqual([
    { done: expect.any(Number), rebuilds: 1 },
    { done: 5_000, rebuilds: 0 },
    { done: 1, rebuilds: 0 },
    { done: 0, rebuilds: 0 },
  ]);
});
