import { afterAll, expect, test } from 'vitest';
import { anOffer } from '../../../support/contract/order-cases.ts';
import { confirmationOf, created, marketOf } from '../../../support/market/market.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => market.close());

/** The names of all fields, at any depth. */
const namesIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [...(Array.isArray(value) ? [] : [name]), ...namesIn(inner)]);

test('answers to the advertiser never contain the fees or earnings of the creator', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const listing = await market.aListing({ cents: 12_347 });
  const quoted = await market.aQuote(advertiser, listing);
  const offered = created(await advertiser.api.post('/placement-offers/quote', anOffer(listing.creator.publicId)));
  const replies = [
    await advertiser.api.get(`/placement-orders/${quoted.orderId}`),
    offered,
    created(await market.checkOut(advertiser, quoted)),
    created(await advertiser.api.post('/placement-offers', confirmationOf(offered.body.data))),
    await advertiser.api.get('/placement-orders'),
    await advertiser.api.get('/wallet/transactions'),
  ];
  const [creatorFee, net] = ['"12347000"', '"111123000"'];
  for (const { body, text } of replies) {
    const leaked = namesIn(body).filter((name) =>
      /creatorFee|net|earning|commission|creatorId|advertiserId/i.test(name),
    );
    expect(leaked).toEqual([]);
    for (const amount of [creatorFee, net]) expect(text).not.toContain(amount);
  }
});
