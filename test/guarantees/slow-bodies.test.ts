import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { anItem, type Market } from '../support/market/market.ts';
import { anAddress, aPerson, callAuth } from '../support/market/people.ts';
import { beginRequest } from '../support/slow-request.ts';
import { controlOf } from '../support/stack/control.ts';
import { ownMarket } from '../support/stack/own-market.ts';

let baseUrl: string;
let market: Market;
let control: ReturnType<typeof controlOf>;
ownMarket(async ({ stack, ...own }) => {
  ({ market } = own);
  ({ baseUrl } = stack);
  control = controlOf(stack.controlUrl);
  await control.holdClock(true);
});

const keyed = (apiKey: string) => ({ authorization: `Bearer ${apiKey}`, 'idempotency-key': randomUUID() });

/** Returns when the service has read the owner of the key, which it has not seen before: the request has begun. */
async function beginCall(path: string, body: object, apiKey: string) {
  await control.resetCounts();
  const call = await beginRequest(`${baseUrl}/api/v1/public${path}`, body, keyed(apiKey));
  await expect.poll(async () => (await control.counts()).neon).toBeGreaterThan(0);
  return call;
}

test('sign-ins with stalled bodies block no other sign-in', async () => {
  const { email, password } = await aPerson(baseUrl, { scopes: [] });
  const signIn = { email: anAddress(), password };
  const slow = await Promise.all(
    Array.from({ length: 20 }, () => beginRequest(`${baseUrl}/api/auth/sign-in/email`, signIn)),
  );
  // A hash has pauses, which end only while the clock runs.
  await control.holdClock(false);
  const { status } = await callAuth(baseUrl, '/sign-in/email', { body: { email, password } });
  await control.holdClock(true);
  for (const { leave } of slow) leave();
  expect(status).toBe(200);
});

test('a key deleted while the body arrives is refused', async () => {
  const { api } = await aPerson(baseUrl, { roles: ['ADVERTISER'], scopes: [] });
  const { id, key } = (await api.post('/api-keys', { name: 'Robot', scopes: ['write'] })).body.data;
  const call = await beginCall('/placement-orders', { items: [] }, key);
  expect((await api.delete(`/api-keys/${id}`)).status).toBe(200);
  await control.moveOn(1_000);
  const { status, text } = await call.finish();
  expect([status, JSON.parse(text).code]).toEqual([401, 'API_KEY_INVALID']);
});

test('a quote that expires while the body arrives cannot be checked out', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const { orderId, quote, confirmation } = await market.aQuote(advertiser, await market.aListing());
  const call = await beginCall(`/placement-orders/${orderId}/checkout`, confirmation, await market.aKey(advertiser.id));
  await control.moveClock(new Date(quote.expiresAt));
  const { status, text } = await call.finish();
  expect([status, JSON.parse(text).code]).toEqual([409, 'QUOTE_EXPIRED']);
  await market.expectSoundLedger();
});

test('a request whose body arrives late makes as many calls of Postgres as one whose body arrives in time', async () => {
  const { id } = await market.anAdvertiser();
  const body = { items: [anItem(await market.aListing())] };
  await control.queues('hold');
  const callsAfter = async (ms: number) => {
    const call = await beginCall('/placement-orders', body, await market.aKey(id));
    await control.moveOn(ms);
    expect((await call.finish()).status).toBe(201);
    await control.untilNothingIsDeferred();
    return (await control.counts()).neon;
  };
  const inTime = await callsAfter(0);
  // The isolate trusts neither the key nor its owner any more.
  expect(await callsAfter(2_000)).toBe(inTime);
  await control.queues('up');
});
