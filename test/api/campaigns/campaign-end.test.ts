import { afterEach, expect, test } from 'vitest';
import { campaignsOf, change, dataOf, move } from '../../support/market/campaigns.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket((made) => {
  own = made;
});
afterEach(() => own.market.expectSoundLedger());

const hourMs = 3_600_000;

test('a campaign is completed and its rest refunded within a minute after endsAt, also while it is paused', async () => {
  const { market, stack, control } = own;
  const campaigns = campaignsOf(stack.baseUrl, market);
  const advertiser = await campaigns.anAdvertiser(30_000);
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  const running = await campaigns.aRunning(advertiser, { endsAt: inMs(hourMs) });
  const paused = dataOf(
    await move(advertiser, await campaigns.aRunning(advertiser, { endsAt: inMs(hourMs) }), 'pause'),
  );
  const later = await campaigns.aRunning(advertiser, { endsAt: inMs(hourMs) });
  dataOf(await change(advertiser, later, { endsAt: inMs(3 * hourMs) }));
  await control.run({ kind: 'end-due-campaigns', afterId: 0 });
  const statusOf = async ({ id }: { id: number }) => dataOf(await advertiser.keyed.get(`/campaigns/${id}`)).status;
  expect(await statusOf(running)).toBe('RUNNING');

  await control.moveOn(2 * hourMs);
  await control.run({ kind: 'end-due-campaigns', afterId: 0 });
  expect(await Promise.all([running, paused, later].map(statusOf))).toEqual(['COMPLETED', 'COMPLETED', 'RUNNING']);
  const { balance, reserved } = (await advertiser.keyed.get('/wallet')).body.data;
  expect([balance.raw, reserved.raw]).toEqual(['200000000', '100000000']);
});
