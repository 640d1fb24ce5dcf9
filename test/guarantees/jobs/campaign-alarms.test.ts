import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { campaignsOf, dataOf, move } from '../../support/market/campaigns.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket((started) => {
  own = started;
});

test('the reserved budget of a campaign raises no alarm, and a wrong hold of it does', async () => {
  const campaigns = campaignsOf(own.stack.baseUrl, own.market);
  const alarms = async () => {
    const before = readFileSync(own.stack.logFile, 'utf8').length;
    await own.control.run('raise-alarms');
    return readFileSync(own.stack.logFile, 'utf8')
      .slice(before)
      .split('\n')
      .filter((line) => line.includes('"event":"alarm"'));
  };
  const advertiser = await campaigns.anAdvertiser();
  const running = await campaigns.aRunning(advertiser);
  expect(await alarms()).toEqual([]);
  await own.market.pool.query('update campaign_holds set amount = amount + 1 where campaign_id = $1', [running.id]);
  expect(await alarms()).toEqual([
    expect.stringContaining('users whose reserved balance differs from their open holds'),
  ]);
  await own.market.pool.query('update campaign_holds set amount = amount - 1 where campaign_id = $1', [running.id]);
  dataOf(await move(advertiser, running, 'complete'));
  expect(await alarms()).toEqual([]);
});
