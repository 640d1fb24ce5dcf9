import { afterAll, expect, test } from 'vitest';
import { clientOf } from '../../../support/client.ts';
import { created, marketOf } from '../../../support/market/market.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf(shared);
afterAll(() => market.close());

test('each party sees the name of the other one, and no unpublished name', async () => {
  const [advertiser, listing] = [await market.anAdvertiser({ fundsCents: 100_000 }), await market.aListing()];
  const quoted = await market.aQuote(advertiser, listing);
  const { assignments } = created(await market.checkOut(advertiser, quoted)).body.data;
  const path = `/placement-assignments/${assignments[0].id}`;
  await market.pool.query(`update creators set display_name = 'Not yet public' where user_id = $1`, [
    listing.creator.id,
  ]);
  const { name } = await market.one('select name from users where id = $1', [advertiser.id]);
  expect((await advertiser.api.get(path)).body.data).toMatchObject({
    counterpartName: 'A creator',
    title: 'A mention',
  });
  const creator = clientOf(shared.baseUrl, await market.aKey(listing.creator.id));
  expect((await creator.get(path)).body.data).toMatchObject({ counterpartName: name, title: 'A mention' });
  const order = (await advertiser.api.get(`/placement-orders/${quoted.orderId}`)).body.data;
  expect(order.items[0]).toMatchObject({
    creatorName: 'A creator',
    title: 'A mention',
    assignmentId: assignments[0].id,
  });
});
