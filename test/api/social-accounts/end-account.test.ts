import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { refused } from '../../support/contract/expectations.ts';
import { type Person, peopleOf } from '../../support/contract/people.ts';
import { type Creator, marketOf } from '../../support/market/market.ts';
import { aChannel, aHandle, sellersOf } from '../../support/market/sellers.ts';
import { controlOf } from '../../support/stack/control.ts';
import { depth, isOnDiagonal } from '../../support/stack/depth.ts';
import { shared } from '../../support/stack/shared.ts';
import { withinASecond } from '../catalog/shelf.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const sellers = sellersOf(market);
const people = peopleOf(baseUrl, market);
let staff: Person;
let guests: ReturnType<typeof clientOf>[];
let sites: ReturnType<typeof clientOf>[];
beforeAll(async () => {
  staff = await people.aPerson({ roles: ['STAFF'] });
  const another = await controlOf(shared.controlUrl).anotherInstance();
  guests = [baseUrl, another].map((url) => clientOf(url, null, '/api/v1'));
  sites = [baseUrl, another].map((url) => clientOf(url, null, ''));
});
afterAll(() => market.close());

const block = (id: number, body: object = { blocked: true, reason: 'Impersonates another creator' }) =>
  staff.twin.put(`/staff/social-accounts/${id}/block`, body);

interface Shop {
  readonly seller: Person & Creator;
  readonly accountId: number;
  readonly handle: string;
  readonly channelId: number;
}

/** A creator with a published page and both credentials. */
async function aSeller(): Promise<Person & Creator> {
  const person = await people.aPerson({ roles: ['ADVERTISER'] });
  await market.pool.query(`update users set roles = '{CREATOR}' where id = $1`, [person.id]);
  const { publicId } = await market.aCreator({ userId: person.id });
  return { ...person, publicId };
}

/** A seller whose only channel is on a social account, visible everywhere. */
async function aShop(): Promise<Shop> {
  const seller = await aSeller();
  const handle = aHandle();
  const accountId = await sellers.anAccount(seller.id, { handle });
  const channel = await aChannel(seller, { kind: 'NATIVE', socialAccountId: accountId });
  await market.pool.query(
    `insert into service_listings (channel_id, creator_id, type, variant, unit, proof_modes, title, base_price, usage_terms, is_published)
     values ($1, $2, 'VIDEO', 'MENTION', 'VIDEO', '{PUBLIC_URL}', 'A mention', 1000000, 'Anywhere.', true)`,
    [channel.id, seller.id],
  );
  await market.refresh(seller.id);
  const shop = { seller, accountId, handle, channelId: channel.id };
  expect(await withinASecond(() => isShown(shop, 200))).toBe(true);
  return shop;
}

/** Whether its page has this status in every instance. */
async function isShown({ seller }: Shop, status: number): Promise<boolean> {
  const pages = await Promise.all(guests.map((guest) => guest.get(`/creator-pages/${seller.publicId}`)));
  return pages.every((page) => page.status === status);
}

/** Whether the sitemap of any instance lists its page. */
async function isInSitemap({ seller }: Shop): Promise<boolean> {
  const sitemaps = await Promise.all(sites.map((site) => site.get('/sitemaps/all.xml')));
  return sitemaps.some(({ text }) => text.includes(seller.publicId));
}

type Ended = Pick<Shop, 'seller' | 'accountId'>;

const endings = {
  deleted: ({ seller, accountId }: Ended) => seller.twin.delete(`/social-accounts/${accountId}`),
  sold: ({ seller, accountId }: Ended) => seller.twin.post(`/social-accounts/${accountId}/sold`, {}),
  blocked: ({ accountId }: Ended) => block(accountId),
} as const;

describe.each(Object.entries(endings))('an account that was %s', (name, end) => {
  const isTested = (column: number) => isOnDiagonal(Object.keys(endings).indexOf(name), column, 2);

  test('leaves the page, the sitemap and the catalog within one second, in every instance', async () => {
    const shop = await aShop();
    expect(await withinASecond(() => isInSitemap(shop))).toBe(true);
    expect((await end(shop)).status).toBe(200);
    expect(await withinASecond(async () => (await isShown(shop, 404)) && !(await isInSitemap(shop)))).toBe(true);
    const found = await guests[0]?.get(`/creator-catalog?q=${shop.handle}`);
    expect(found?.body.data).toEqual([]);
  });

  test.runIf(isTested(0))('sells nothing any more, also in an order that was quoted before', async () => {
    const shop = await aShop();
    const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
    const { id } = await market.one('select id::int from service_listings where channel_id = $1', [shop.channelId]);
    const listing = { id, creator: shop.seller };
    const item = { results: [{ expectedAt: new Date(Date.now() + 20 * 86_400_000).toISOString() }] };
    const quoted = await market.aQuote(advertiser, listing, item);
    await end(shop);
    const reply = await market.checkOut(advertiser, quoted);
    expect([reply.status, reply.body.code]).toEqual([409, 'PRICE_CHANGED']);
    await market.expectSoundLedger();
  });

  test.runIf(isTested(1))('keeps its owner from adding a channel on it', async () => {
    const { seller, accountId } = await aShop();
    await end({ seller, accountId });
    const body = { kind: 'NATIVE', socialAccountId: accountId };
    refused(await seller.api.post('/influencer-channels', body), 'ACCOUNT_ACCESS_DENIED');
  });
});

describe('an account', () => {
  test('that was sold can be proven by its new owner, and its channel is theirs', async () => {
    const shop = await aShop();
    const { external_id: externalId } = await market.one('select external_id from social_accounts where id = $1', [
      shop.accountId,
    ]);
    const prove = (ownerId: number) =>
      market.one(
        `insert into social_accounts (owner_id, platform, handle, external_id, status, is_verified, verified_via)
         values ($1, 'YOUTUBE', $2, $3, 'ACTIVE', true, 'BIO_CODE') returning id::int`,
        [ownerId, shop.handle, externalId],
      );
    const buyer = await aSeller();
    await expect(prove(buyer.id)).rejects.toThrow('social_accounts_proven');
    expect((await endings.sold(shop)).body.data).toMatchObject({ status: 'SOLD', version: 2 });
    const { id } = await prove(buyer.id);
    expect((await aChannel(buyer, { kind: 'NATIVE', socialAccountId: id })).handle).toBe(shop.handle);
  });

  test('that is unblocked returns with its channel, and tells staff about its block', async () => {
    const shop = await aShop();
    const blocked = await block(shop.accountId);
    expect(blocked.body.data).toEqual({
      id: shop.accountId,
      blocked: true,
      blockedAt: expect.any(String),
      reason: 'Impersonates another creator',
    });
    const again = await block(shop.accountId, { blocked: true, reason: 'Another reason' });
    expect(again.body.data).toEqual({ ...blocked.body.data, reason: 'Another reason' });
    expect((await staff.twin.get(`/staff/social-accounts/${shop.accountId}`)).body.data).toMatchObject({
      ownerId: shop.seller.id,
      status: 'BLOCKED',
      blockReason: 'Another reason',
      version: 3,
    });
    const unblocked = await block(shop.accountId, { blocked: false });
    expect(unblocked.body.data).toMatchObject({ blocked: false, blockedAt: null, reason: null });
    expect(await withinASecond(() => isShown(shop, 200))).toBe(true);
  });

  test('that is blocked can be neither sold nor deleted', async () => {
    const shop = await aShop();
    await block(shop.accountId);
    refused(await endings.sold(shop), 'INVALID_STATE');
    const reply = await endings.deleted(shop);
    refused(reply, 'INVALID_STATE');
    expect(reply.body).toMatchObject({ status: 'BLOCKED', allowedActions: [] });
  });

  test('with a blocked channel keeps the block when it is deleted', async () => {
    const shop = await aShop();
    await staff.twin.put(`/staff/channels/${shop.channelId}/block`, { blocked: true, reason: 'Fraud' });
    expect((await endings.deleted(shop)).status).toBe(200);
    expect((await market.one('select status from channels where id = $1', [shop.channelId])).status).toBe('BLOCKED');
  });

  test.each(['sold', 'deleted'] as const)(
    'that was %s removes its blocked channel when the block ends',
    async (end) => {
      const shop = await aShop();
      const blockChannel = (body: object) => staff.twin.put(`/staff/channels/${shop.channelId}/block`, body);
      await blockChannel({ blocked: true, reason: 'Fraud' });
      expect((await endings[end](shop)).status).toBe(200);
      expect((await blockChannel({ blocked: false })).body.data).toMatchObject({ blocked: false, reason: null });
      expect((await market.one('select status from channels where id = $1', [shop.channelId])).status).toBe('REMOVED');
      refused(await blockChannel({ blocked: true, reason: 'Fraud' }), 'RESOURCE_NOT_FOUND');
    },
  );

  test('never keeps an active channel, also when staff ends the block of the channel at the same time', async () => {
    for (let round = 0; round < depth(2, 30); round += 1) {
      const shop = await aShop();
      const blockChannel = (body: object) => staff.twin.put(`/staff/channels/${shop.channelId}/block`, body);
      await blockChannel({ blocked: true, reason: 'Fraud' });
      const replies = await Promise.all([endings.deleted(shop), blockChannel({ blocked: false })]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      expect((await market.one('select status from channels where id = $1', [shop.channelId])).status).toBe('REMOVED');
    }
  });

  test('of a suspended user reads SUSPENDED to staff', async () => {
    const shop = await aShop();
    await staff.twin.put(`/staff/users/${shop.seller.id}/suspension`, { suspended: true, reason: 'Fraud' });
    const { data } = (await staff.twin.get(`/staff/social-accounts/${shop.accountId}`)).body;
    expect(data.status).toBe('SUSPENDED');
  });

  test('ends once, whatever runs at the same time, and never keeps a channel', async () => {
    for (let round = 0; round < depth(2, 30); round += 1) {
      const seller = await aSeller();
      const accountId = await sellers.anAccount(seller.id);
      const add = () => seller.api.post('/influencer-channels', { kind: 'NATIVE', socialAccountId: accountId });
      const shop = { seller, accountId };
      const replies = await Promise.all([endings.sold(shop), add(), endings.deleted(shop), block(accountId), add()]);
      expect(replies.every(({ status }) => status < 500)).toBe(true);
      const { status } = await market.one('select status from social_accounts where id = $1', [accountId]);
      const { count } = await market.one(
        `select count(*)::int from channels where social_account_id = $1 and status = 'ACTIVE'`,
        [accountId],
      );
      if (status === 'SOLD' || status === 'DELETED') expect(count).toBe(0);
      expect(['SOLD', 'DELETED', 'BLOCKED']).toContain(status);
    }
  });
});
