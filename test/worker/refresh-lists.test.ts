import { expect, test } from 'vitest';
import { clientOf } from '../support/client.ts';
import type { Market } from '../support/market/market.ts';
import { nativeChannelsOf } from '../support/market/native-channels.ts';
import { aVideo } from '../support/market/posts.ts';
import { simulatorOf } from '../support/simulator.ts';
import type { controlOf } from '../support/stack/control.ts';
import { ownMarket } from '../support/stack/own-market.ts';
import type { OwnStack } from '../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let channels: ReturnType<typeof nativeChannelsOf>;
ownMarket((own) => {
  ({ stack, market, control } = own);
  channels = nativeChannelsOf(market, clientOf(stack.baseUrl, null, '/api/v1'), control);
});
type Channel = Awaited<ReturnType<typeof channels.aNativeChannel>>;

async function measure(measured: readonly Channel[]): Promise<void> {
  for (const channel of measured) {
    await simulatorOf(stack.socialUrl).change(channel.handle, { posts: [aVideo(`video-${channel.id}`)] });
    await channels.makeDue(channel, '1 day');
  }
  await control.fireCron('*/5 * * * *');
  for (const channel of measured) expect((await channels.postsOf(channel)).length).toBe(1);
}
const minutes = (count: number) => control.moveOn(count * 60_000);
const generation = async () => Number((await market.one('select sum(value) from catalog_generations')).sum);
const waiting = async () => Number((await market.one('select count(*) from catalog_unpublished_metrics')).count);

test('new measurements refresh the lists together, at most every five minutes', async () => {
  const creators: Channel[] = [];
  for (let n = 0; n < 4; n++) creators.push(await channels.aNativeChannel());
  const [first, ...others] = creators;
  if (!first) throw new Error('nobody was made');
  const before = await generation();
  await measure([first]);
  expect([await generation(), await waiting()]).toEqual([before + 1, 0]);

  await minutes(4);
  await measure(others);
  expect([await generation(), await waiting()]).toEqual([before + 1, 3]);
  for (const channel of others) expect(await channels.shownOf(channel)).toMatchObject({ sampleSize: 1 });

  await minutes(1);
  await control.fireCron('*/5 * * * *');
  const shards = new Set(others.map(({ publicId }) => publicId[0]));
  expect([await generation(), await waiting()]).toEqual([before + 1 + shards.size, 0]);
});

test('a change other than a measurement refreshes the lists at once', async () => {
  const channel = await channels.aNativeChannel();
  await measure([channel]);
  const before = await generation();
  await market.pool.query(`update channels set handle = handle || '-renamed' where id = $1`, [channel.id]);
  await market.pool.query('select catalog_refresh_metrics($1, now())', [channel.creatorId]);
  expect(await generation()).toBe(before + 1);
});

test('the words of a creator who has left are removed within one hour', async () => {
  const { creatorId } = await channels.aNativeChannel();
  const kept = async () => {
    const { words, lists } = await market.one('select words, lists from catalog_former where creator_id = $1', [
      creatorId,
    ]);
    return words.length + lists.length;
  };
  await market.pool.query(`update creator_pages set status = 'UNPUBLISHED' where creator_id = $1`, [creatorId]);
  await market.pool.query('select catalog_refresh($1, $2)', [creatorId, await control.now()]);
  await minutes(59);
  await control.fireCron('*/5 * * * *');
  expect(await kept()).toBeGreaterThan(0);
  await minutes(2);
  await control.fireCron('*/5 * * * *');
  expect(await kept()).toBe(0);
});
