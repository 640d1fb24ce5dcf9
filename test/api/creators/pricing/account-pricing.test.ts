import { afterAll, describe, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { marketOf } from '../../../support/market/market.ts';
import { aPriceList, aService } from '../../../support/market/prices.ts';
import { type AccountSpec, aChannel, sellersOf } from '../../../support/market/sellers.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aSeller, anAccount } = sellersOf(market);
afterAll(() => market.close());

const byAccount = (id: number) => `/influencer-accounts/${id}/pricing`;
const byChannel = (id: number) => `/influencer-channels/${id}/pricing`;
const videos = () => aPriceList([aService({ type: 'VIDEO', proofModes: ['PUBLIC_URL'] })]);

/** A creator with a native channel. */
async function aNativeShop(spec: AccountSpec = {}) {
  const seller = await aSeller();
  const accountId = await anAccount(seller.id, spec);
  const channel = await aChannel(seller, { kind: 'NATIVE', socialAccountId: accountId });
  return { seller, accountId, channel };
}

describe('pricing by account', () => {
  test('reads and saves the same prices as pricing by channel', async () => {
    const { seller, accountId, channel } = await aNativeShop();
    const saved = await seller.api.put(byAccount(accountId), videos());
    expect(saved.status).toBe(200);
    const reads = await Promise.all([seller.api.get(byAccount(accountId)), seller.api.get(byChannel(channel.id))]);
    expect(reads[0]?.text).toBe(reads[1]?.text);
    expect(reads[0]?.body.data).toEqual(saved.body.data.pricing);
    refused(await seller.api.put(byChannel(channel.id), videos()), 'VERSION_CONFLICT');
    const again = await seller.api.put(byChannel(channel.id), aPriceList([], 2));
    expect((await seller.api.get(byAccount(accountId))).body.data).toEqual(again.body.data.pricing);
  });

  test('refuses each mistake as pricing by channel does', async () => {
    const { seller, accountId, channel } = await aNativeShop();
    const mistakes: [body: object, code: string][] = [
      [aPriceList([aService({ priceCents: '1.5' })]), 'INVALID_MONEY_PRECISION'],
      [aPriceList([aService({ usageTerms: '' })]), 'VALIDATION_FAILED'],
      [aPriceList([aService({ serviceListingId: 9_007_199_254_740_991 })]), 'RESOURCE_NOT_FOUND'],
      [aPriceList([], 2), 'VERSION_CONFLICT'],
    ];
    for (const [body, code] of mistakes) {
      const one = await seller.api.put(byAccount(accountId), body);
      const other = await seller.api.put(byChannel(channel.id), body);
      expect([one.body.code, one.text]).toEqual([code, other.text]);
    }
  });

  test.each(['BLOCKED', 'SUSPENDED', 'SOLD', 'DELETED', 'PENDING'])(
    'refuses an own account that is %s',
    async (status) => {
      const { seller, accountId } = await aNativeShop();
      await market.pool.query('update social_accounts set status = $2 where id = $1', [accountId, status]);
      refused(await seller.api.get(byAccount(accountId)), 'ACCOUNT_ACCESS_DENIED');
      refused(await seller.api.put(byAccount(accountId), videos()), 'ACCOUNT_ACCESS_DENIED');
    },
  );

  test('refuses an own account that is not verified', async () => {
    const { seller, accountId } = await aNativeShop();
    await market.pool.query('update social_accounts set is_verified = false where id = $1', [accountId]);
    refused(await seller.api.get(byAccount(accountId)), 'ACCOUNT_ACCESS_DENIED');
  });

  test('refuses an account of another creator as an unknown one, in every state', async () => {
    const { accountId } = await aNativeShop();
    const { accountId: sold } = await aNativeShop();
    await market.pool.query(`update social_accounts set status = 'SOLD' where id = $1`, [sold]);
    const other = await aSeller();
    for (const id of [accountId, sold, 9_007_199_254_740_991]) {
      refused(await other.api.get(byAccount(id)), 'RESOURCE_NOT_FOUND');
      refused(await other.api.put(byAccount(id), videos()), 'RESOURCE_NOT_FOUND');
    }
  });

  test('returns 404 for an account without a channel or with a removed one', async () => {
    const { seller, accountId, channel } = await aNativeShop();
    const bare = await anAccount(seller.id);
    refused(await seller.api.get(byAccount(bare)), 'RESOURCE_NOT_FOUND');
    await seller.api.delete(`/influencer-channels/${channel.id}`);
    refused(await seller.api.put(byAccount(accountId), videos()), 'RESOURCE_NOT_FOUND');
    const again = await aChannel(seller, { kind: 'NATIVE', socialAccountId: accountId });
    expect((await seller.api.put(byAccount(accountId), videos())).status).toBe(200);
    expect((await seller.api.get(byChannel(again.id))).body.data.version).toBe(2);
  });

  test('reads the prices of a blocked channel, and refuses to save them', async () => {
    const { seller, accountId, channel } = await aNativeShop();
    await market.pool.query(`update channels set status = 'BLOCKED' where id = $1`, [channel.id]);
    expect((await seller.api.get(byAccount(accountId))).status).toBe(200);
    refused(await seller.api.put(byAccount(accountId), videos()), 'INVALID_STATE');
  });
});
