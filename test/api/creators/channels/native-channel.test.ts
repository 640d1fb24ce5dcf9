import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { marketOf } from '../../../support/market/market.ts';
import { aChannel, aHandle, type Seller, sellersOf } from '../../../support/market/sellers.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aSeller, anAccount } = sellersOf(market);
let seller: Seller;
beforeAll(async () => {
  seller = await aSeller();
});
afterAll(() => market.close());

const path = '/influencer-channels';
const on = (socialAccountId: number) => ({ kind: 'NATIVE', socialAccountId });

describe('a native channel', () => {
  test('takes platform, handle and URL from its account, and is due for measurement at once', async () => {
    const handle = aHandle();
    const socialAccountId = await anAccount(seller.id, { platform: 'TIKTOK', handle });
    const channel = await aChannel(seller, on(socialAccountId));
    expect(channel).toMatchObject({
      kind: 'NATIVE',
      platform: 'TIKTOK',
      handle,
      canonicalUrl: `https://www.tiktok.com/@${handle}`,
      socialAccountId,
    });
    const { due } = await market.one('select views_due_at <= now() as due from channels where id = $1', [channel.id]);
    expect(due).toBe(true);
  });

  test('is named by its account until it is removed', async () => {
    const socialAccountId = await anAccount(seller.id, { platform: 'TIKTOK' });
    const channelOfAccount = async () => {
      const { data } = (await seller.api.get('/social-accounts?limit=100')).body;
      return data.find((account: { id: number }) => account.id === socialAccountId).channelId;
    };
    expect(await channelOfAccount()).toBeNull();
    const { id } = await aChannel(seller, on(socialAccountId));
    expect(await channelOfAccount()).toBe(id);
    await seller.api.delete(`${path}/${id}`);
    expect(await channelOfAccount()).toBeNull();
    const next = await aChannel(seller, on(socialAccountId));
    expect(await channelOfAccount()).toBe(next.id);
  });

  test('stays the channel of its account after the account was renamed', async () => {
    const socialAccountId = await anAccount(seller.id, { platform: 'TIKTOK', handle: aHandle() });
    await aChannel(seller, on(socialAccountId));
    await market.pool.query('update social_accounts set handle = $2 where id = $1', [socialAccountId, aHandle()]);
    refused(await seller.api.post(path, on(socialAccountId)), 'CHANNEL_EXISTS');
  });

  test('is the same channel as the manual one at its URL', async () => {
    const handle = aHandle();
    await aChannel(seller, { kind: 'MANUAL', platform: 'X', canonicalUrl: `https://x.com/${handle}` });
    const socialAccountId = await anAccount(seller.id, { platform: 'X', handle });
    refused(await seller.api.post(path, on(socialAccountId)), 'CHANNEL_EXISTS');
  });

  test.each([
    ['blocked', { status: 'BLOCKED' }],
    ['suspended', { status: 'SUSPENDED' }],
    ['sold', { status: 'SOLD' }],
    ['deleted', { status: 'DELETED' }],
    ['pending', { status: 'PENDING' }],
    ['not verified', { isVerified: false }],
  ])('is refused for an own account that is %s', async (_, spec) => {
    const socialAccountId = await anAccount(seller.id, spec);
    refused(await seller.api.post(path, on(socialAccountId)), 'ACCOUNT_ACCESS_DENIED');
  });

  test('is refused for an account of another creator as for an unknown one, in every state', async () => {
    const other = await aSeller();
    const absent = refused(await seller.api.post(path, on(9_007_199_254_740_991)), 'RESOURCE_NOT_FOUND');
    for (const status of ['ACTIVE', 'SOLD']) {
      const reply = await seller.api.post(path, on(await anAccount(other.id, { status })));
      expect(refused(reply, 'RESOURCE_NOT_FOUND')).toEqual(absent);
    }
  });

  test('is refused with its own error when the handle makes no URL', async () => {
    const reply = await seller.api.post(path, on(await anAccount(seller.id, { platform: 'TWITCH', handle: 'мика' })));
    expect(refused(reply, 'VALIDATION_FAILED').issues).toMatchObject([{ path: 'socialAccountId' }]);
  });
});
