import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Reply } from '../support/client.ts';
import type { Advertiser, Market } from '../support/market/market.ts';
import { anAddress, callAuth } from '../support/market/people.ts';
import { depth } from '../support/stack/depth.ts';
import { ownMarket } from '../support/stack/own-market.ts';
import type { OwnStack } from '../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let advertiser: Advertiser;
ownMarket(
  async (own) => {
    ({ stack, market } = own);
    advertiser = await market.anAdvertiser();
  },
  { hasProcesses: true, vars: { PASSWORD_HASHING: 'recommended' } },
);

const seconds = depth(1, 60);
/** More than are hashed at once. */
const perSecond = depth(10, 15);

/** A sign-in at the cost of a real password, from a random address. */
const signIn = () =>
  callAuth(stack.baseUrl, '/sign-in/email', { body: { email: anAddress(), password: 'wrong horse battery' } });

test(`other requests are all answered while ${perSecond} sign-ins a second hash passwords`, async () => {
  const { id } = (await market.aDraft(advertiser, await market.aListing())).body.data;
  const signIns: Promise<Reply>[] = [];
  const others: Reply[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      others.push(await advertiser.api.get('/wallet'));
      others.push(await advertiser.api.post(`/placement-orders/${id}/quote`, { expectedVersion: 1 }));
    }
  })();
  for (let second = 0; second < seconds; second++) {
    for (let n = 0; n < perSecond; n++) signIns.push(signIn());
    await pause(1_000);
  }
  const replies = await Promise.all(signIns);
  isOver = true;
  await asking;

  expect(others.length).toBeGreaterThan(0);
  expect(others.filter(({ status }) => status > 201)).toEqual([]);
  for (const { status, headers, body } of replies) {
    expect([401, 503]).toContain(status);
    if (status === 503) expect([body.code, headers.get('retry-after')]).toEqual(['SERVICE_UNAVAILABLE', '2']);
  }
  // Whether Redis answers in time depends on the machine: only the full run checks it.
  if (depth(0, 1) === 1) expect(readFileSync(stack.logFile, 'utf8')).not.toContain('redis.skipped');
});
