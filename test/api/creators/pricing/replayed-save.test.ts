import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { marketOf } from '../../../support/market/market.ts';
import { aPriceList, aService } from '../../../support/market/prices.ts';
import { aChannel, sellersOf } from '../../../support/market/sellers.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aSeller } = sellersOf(market);
afterAll(() => market.close());

const isReplay = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed') === 'true';

/** A saved price list, a later one, and a replay of the first request. */
async function aSave() {
  const seller = await aSeller();
  const { id } = await aChannel(seller);
  const path = `/influencer-channels/${id}/pricing`;
  const key = randomUUID();
  const first = await seller.api.put(path, aPriceList(), { key });
  const [{ serviceListingId }] = first.body.data.pricing.services;
  const later = await seller.api.put(path, aPriceList([aService({ serviceListingId, priceCents: '99900' })], 2));
  return { seller, path, key, first, later, replay: () => seller.api.put(path, aPriceList(), { key }) };
}

describe('a replayed save', () => {
  test('returns the saved operation and the current prices', async () => {
    const { first, later, replay } = await aSave();
    const again = await replay();
    expect([again.status, isReplay(again)]).toEqual([200, true]);
    expect(again.body.data).toEqual({ operation: first.body.data.operation, pricing: later.body.data.pricing });
    expect(again.body.data.operation.version).toBe(2);
    expect(again.body.data.pricing).toMatchObject({ version: 3, services: [{ priceCents: '99900' }] });
  });

  test('changes no price, adds no service and records no save', async () => {
    const { seller, path, later, replay } = await aSave();
    const counted = () =>
      market.one(
        `select (select count(*) from service_listings where creator_id = $1)::int as services,
           (select sum(version) from service_listings where creator_id = $1)::int as versions,
           (select count(*) from pricing_saves s join channels ch on ch.id = s.channel_id where ch.creator_id = $1)::int as saves`,
        [seller.id],
      );
    const before = await counted();
    await Promise.all([replay(), replay(), replay()]);
    expect(await counted()).toEqual(before);
    expect((await seller.api.get(path)).body.data).toEqual(later.body.data.pricing);
  });

  test('returns the answer of the first request when both arrive at once', async () => {
    const seller = await aSeller();
    const path = `/influencer-channels/${(await aChannel(seller)).id}/pricing`;
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 10 }, () => seller.api.put(path, aPriceList(), { key })));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies.filter((reply) => !isReplay(reply))).toHaveLength(1);
    expect((await seller.api.get(path)).body.data).toMatchObject({ version: 2, services: [{}] });
  });

  test('is a conflict with another body, channel or operation', async () => {
    const { seller, path, key } = await aSave();
    const other = await aChannel(seller);
    for (const reply of [
      await seller.api.put(path, aPriceList([]), { key }),
      await seller.api.put(`/influencer-channels/${other.id}/pricing`, aPriceList(), { key }),
      await seller.api.delete(path.replace('/pricing', ''), { key }),
    ])
      refused(reply, 'IDEMPOTENCY_CONFLICT');
  });

  test('returns 404 once the channel is removed', async () => {
    const { seller, path, replay } = await aSave();
    await seller.api.delete(path.replace('/pricing', ''));
    refused(await replay(), 'RESOURCE_NOT_FOUND');
  });

  test('returns the saved operation to the creator of a blocked channel', async () => {
    const { seller, first, replay } = await aSave();
    await market.pool.query(`update channels set status = 'BLOCKED' where creator_id = $1`, [seller.id]);
    expect((await replay()).body.data.operation).toEqual(first.body.data.operation);
  });
});
