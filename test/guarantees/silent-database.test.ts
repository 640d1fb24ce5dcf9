import { expect, test } from 'vitest';
import { clientOf } from '../support/client.ts';
import { controlOf } from '../support/control.ts';
import type { Market } from '../support/market.ts';
import { ownMarket } from '../support/own-market.ts';
import type { OwnStack } from '../support/stack.ts';

let stack: OwnStack;
let market: Market;
ownMarket((own) => {
  ({ stack, market } = own);
});

test('a place that Postgres is silent to shows what was revoked elsewhere for some seconds, not for as long as it lasts', async () => {
  const { creator } = await market.aListing();
  const guest = clientOf(stack.baseUrl, null, '/api/v1');
  const status = async () => (await guest.get(`/creator-pages/${creator.publicId}`)).status;
  expect(await status()).toBe(200);
  const control = controlOf(stack.controlUrl);
  await control.neon('hang');
  await market.pool.query('update users set suspended_at = now() where id = $1', [creator.id]);
  await market.refresh(creator.id);
  const later = async (seconds: number) => control.moveOn(seconds * 1_000);
  await later(2);
  expect(await status()).toBe(200);
  await later(10);
  expect(await status()).toBe(503);
  await control.neon('up');
  await later(1);
  expect(await status()).toBe(404);
});
