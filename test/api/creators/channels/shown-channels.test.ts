import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, type Reply } from '../../../support/client.ts';
import { refused } from '../../../support/contract/expectations.ts';
import { type Person, peopleOf } from '../../../support/contract/people.ts';
import { marketOf } from '../../../support/market/market.ts';
import { aChannel, aHandle, type Seller, sellersOf, twitch } from '../../../support/market/sellers.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { depth } from '../../../support/stack/depth.ts';
import { shared } from '../../../support/stack/shared.ts';
import { withinASecond } from '../../catalog/shelf.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aSeller } = sellersOf(market);
let staff: Person;
let guests: ReturnType<typeof clientOf>[];
beforeAll(async () => {
  staff = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
  // A second instance on the same database. Its cache must change too.
  const another = await controlOf(shared.controlUrl).anotherInstance();
  guests = [baseUrl, another].map((url) => clientOf(url, null, '/api/v1'));
});
afterAll(() => market.close());

const concurrent = depth(8, 20);

const path = '/influencer-channels';
const block = (id: number, body: object = { blocked: true, reason: 'Impersonates another creator' }) =>
  staff.twin.put(`/staff/channels/${id}/block`, body);

const pages = (seller: Seller) => Promise.all(guests.map((guest) => guest.get(`/creator-pages/${seller.publicId}`)));
const statuses = async (seller: Seller) => (await pages(seller)).map(({ status }) => status);
const isGone = async (seller: Seller) => (await statuses(seller)).every((status) => status === 404);
const isThere = async (seller: Seller) => (await statuses(seller)).every((status) => status === 200);
const urlsIn = ({ body }: Reply) =>
  body.data.channels.map(({ canonicalUrl }: { canonicalUrl: string }) => canonicalUrl);

/** A seller with one channel and one service, visible everywhere. */
async function aShop() {
  const seller = await aSeller();
  const channel = await aChannel(seller);
  await market.pool.query(
    `insert into service_listings (channel_id, creator_id, type, variant, unit, proof_modes, title, base_price, usage_terms, is_published)
     values ($1, $2, 'STREAM', 'MENTION', 'STREAM', '{PUBLIC_VOD}', 'A mention', 1000000, 'Anywhere.', true)`,
    [channel.id, seller.id],
  );
  await market.refresh(seller.id);
  expect(await withinASecond(() => isThere(seller))).toBe(true);
  return { seller, channel };
}

describe('the public pages, within one second and in every instance,', () => {
  test('show an added channel', async () => {
    const { seller, channel } = await aShop();
    const added = await aChannel(seller, twitch(aHandle()));
    const urls = [channel.canonicalUrl, added.canonicalUrl];
    expect(
      await withinASecond(async () => (await pages(seller)).every((page) => String(urlsIn(page)) === String(urls))),
    ).toBe(true);
  });

  test('do not show a blocked YouTube channel under another of its URLs', async () => {
    const seller = await aSeller();
    const at = (form: string) => ({
      kind: 'MANUAL',
      platform: 'YOUTUBE',
      canonicalUrl: `https://www.youtube.com/${form}`,
    });
    const handle = aHandle();
    const channel = await aChannel(seller, at(`@${handle}`));
    expect((await block(channel.id)).status).toBe(200);
    for (const form of [`c/${handle}`, `user/${handle}`, `channel/UC${'a'.repeat(22)}`])
      expect((await seller.api.post(path, at(form))).body.code).toBe('ACCOUNT_ACCESS_DENIED');
    await aChannel(seller, twitch(aHandle()));
  });

  test('hide a removed channel and its services, whose fields stay in the database', async () => {
    const { seller, channel } = await aShop();
    const reply = await seller.api.delete(`${path}/${channel.id}`);
    expect(reply.status).toBe(200);
    expect(reply.body.data).toEqual({
      ...channel,
      status: 'REMOVED',
      version: 2,
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect(await withinASecond(() => isGone(seller))).toBe(true);
    const kept = await market.one('select status, handle, canonical_url as url from channels where id = $1', [
      channel.id,
    ]);
    expect(kept).toEqual({ status: 'REMOVED', handle: channel.handle, url: channel.canonicalUrl });
  });

  test('hide a channel that staff has blocked, and show it again after the block', async () => {
    const { seller, channel } = await aShop();
    const blocked = await block(channel.id);
    expect(blocked.body).toEqual({
      data: {
        id: channel.id,
        status: 'BLOCKED',
        blocked: true,
        blockedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        reason: 'Impersonates another creator',
      },
    });
    expect(await withinASecond(() => isGone(seller))).toBe(true);
    const lifted = await block(channel.id, { blocked: false });
    expect(lifted.body).toEqual({
      data: { id: channel.id, status: 'ACTIVE', blocked: false, blockedAt: null, reason: null },
    });
    expect(await withinASecond(() => isThere(seller))).toBe(true);
  });

  test('never show the reason of a block', async () => {
    const { seller } = await aShop();
    const other = await aChannel(seller);
    const canary = aHandle();
    await block(other.id, { blocked: true, reason: canary });
    const seen = [...(await pages(seller)), await seller.api.get(path)];
    for (const { text, status } of seen) {
      expect(status).toBe(200);
      expect(text).not.toContain(canary);
    }
  });
});

describe('removing a channel', () => {
  test('returns 404 afterwards to its creator and to staff', async () => {
    const { seller, channel } = await aShop();
    await seller.api.delete(`${path}/${channel.id}`);
    refused(await seller.api.delete(`${path}/${channel.id}`), 'RESOURCE_NOT_FOUND');
    refused(await block(channel.id), 'RESOURCE_NOT_FOUND');
  });

  test('returns 404 to another creator', async () => {
    const { channel } = await aShop();
    refused(await (await aSeller()).api.delete(`${path}/${channel.id}`), 'RESOURCE_NOT_FOUND');
  });

  test(`succeeds for one of ${concurrent} concurrent requests`, async () => {
    const { seller, channel } = await aShop();
    const replies = await Promise.all(
      Array.from({ length: concurrent }, () => seller.api.delete(`${path}/${channel.id}`)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(concurrent - 1).fill(404)]);
  });

  test('needs no Idempotency-Key', async () => {
    const { seller, channel } = await aShop();
    expect((await seller.api.delete(`${path}/${channel.id}`, { key: null })).status).toBe(200);
  });
});

describe('the block of a channel', () => {
  test('survives removing the channel and adding it again', async () => {
    const { seller, channel } = await aShop();
    await block(channel.id);
    const refusal = refused(await seller.api.delete(`${path}/${channel.id}`), 'INVALID_STATE');
    expect(refusal).toMatchObject({ status: 'BLOCKED', allowedActions: [] });
    refused(await seller.api.post(path, twitch(channel.handle)), 'CHANNEL_EXISTS');
  });

  test('changes its reason and keeps its time when it is repeated', async () => {
    const { channel } = await aShop();
    const first = (await block(channel.id)).body.data;
    const second = (await block(channel.id, { blocked: true, reason: 'Fraud' })).body.data;
    expect(second).toEqual({ ...first, reason: 'Fraud' });
  });

  test('can be ended twice or without a block', async () => {
    const { channel } = await aShop();
    const reply = await block(channel.id, { blocked: false });
    expect([reply.status, reply.body.data.blocked]).toEqual([200, false]);
  });

  test.each([
    ['no reason', { blocked: true }],
    ['a blank reason', { blocked: true, reason: ' ' }],
    ['a reason too long', { blocked: true, reason: 'x'.repeat(1_001) }],
    ['nothing', {}],
    ['an unknown field', { blocked: false, until: 'tomorrow' }],
  ])('is refused with %s', async (_, body) => {
    refused(await block(1, body), 'VALIDATION_FAILED');
  });

  test.each(['0', '9007199254740991', 'x', '1.5'])('returns 404 for the channel %s', async (id) => {
    refused(await staff.twin.put(`/staff/channels/${id}/block`, { blocked: false }), 'RESOURCE_NOT_FOUND');
  });

  test('is available to staff only', async () => {
    const { seller, channel } = await aShop();
    const { token } = await peopleOf(baseUrl, market).aPerson({ roles: ['CREATOR'] });
    const body = { blocked: false };
    const byCreator = await clientOf(baseUrl, token, '/api/v1').put(`/staff/channels/${channel.id}/block`, body);
    expect(byCreator.body).toMatchObject({ statusCode: 403, code: 'insufficient_scope' });
    refused(await seller.api.put(`/staff/channels/${channel.id}/block`, body), 'RESOURCE_NOT_FOUND');
  });
});
