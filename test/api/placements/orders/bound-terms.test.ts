import { afterAll, expect, test } from 'vitest';
import { anItem, marketOf } from '../../../support/market/market.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => market.close());

const change = (listingId: number, changes: string) =>
  market.pool.query(`update service_listings set ${changes}, version = version + 1 where id = $1`, [listingId]);

test.each([
  ['the service', `type = 'UGC', unit = 'FILE', proof_modes = '{PRIVATE_FILE}'`],
  ['its usage terms', `usage_terms = 'For a day, in one place.'`],
  ['its title', `title = 'Something else'`],
  ['the proofs', `proof_modes = '{PUBLIC_VOD,PRIVATE_FILE}'`],
])('a checkout after a change of %s is refused with PRICE_CHANGED and reserves nothing', async (_, changes) => {
  const advertiser = await market.anAdvertiser({ fundsCents: 100_000 });
  const listing = await market.aListing();
  const quoted = await market.aQuote(advertiser, listing);
  await change(listing.id, changes);
  const reply = await market.checkOut(advertiser, quoted);
  expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 409, code: 'PRICE_CHANGED' });
  expect((await advertiser.api.get('/wallet')).body.data.reserved.raw).toBe('0');
  await market.expectSoundLedger();
});

test('an assignment keeps the purchased title and usage terms', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 100_000 });
  const listing = await market.aListing();
  const funded = await market.checkOut(advertiser, await market.aQuote(advertiser, listing));
  await change(listing.id, `usage_terms = 'Other terms.', title = 'Another title'`);
  const kept = await market.one('select title, usage_terms from placement_assignments where id = $1', [
    funded.body.data.assignments[0].id,
  ]);
  expect(kept).toEqual({ title: 'A mention', usage_terms: 'Use it anywhere for a year.' });
});

test('a page of large orders ends early, and its cursor continues with the rest', async () => {
  const advertiser = await market.anAdvertiser();
  const listing = await market.aListing();
  const large = Array.from({ length: 20 }, () =>
    anItem(listing, { brief: 'b'.repeat(5_000), rights: { text: 'r'.repeat(8_000) } }),
  );
  const ids: number[] = [];
  for (let n = 0; n < 24; n++)
    ids.unshift((await advertiser.api.post('/placement-orders', { items: large })).body.data.id);
  const first = await advertiser.api.get('/placement-orders?limit=100');
  expect(first.text.length).toBeLessThan(5 * 1024 * 1024);
  expect(first.body.data.length).toBeLessThan(24);
  const rest = await advertiser.api.get(`/placement-orders?limit=100&cursor=${first.body.nextCursor}`);
  expect([...first.body.data, ...rest.body.data].map(({ id }: { id: number }) => id)).toEqual(ids);
  expect(rest.body.nextCursor).toBeNull();
});
