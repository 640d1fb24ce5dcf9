import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { marketOf } from '../../../support/market/market.ts';
import { aPriceList } from '../../../support/market/prices.ts';
import { aChannel, aHandle, type Seller, sellersOf, twitch } from '../../../support/market/sellers.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf(shared);
const { aSeller, anAccount } = sellersOf(market);
let seller: Seller;
beforeAll(async () => {
  seller = await aSeller();
});
afterAll(() => market.close());

const link = ({ api }: Pick<Seller, 'api'>, id: number, socialAccountId: number) =>
  api.put(`/influencer-channels/${id}/account`, { socialAccountId });
const listed = async ({ api }: Seller, id: number) =>
  (await api.get('/influencer-channels?limit=100')).body.data.find((channel: { id: number }) => channel.id === id);
const anId = () => `UC${randomBytes(11).toString('hex')}`;

describe('a manual channel', () => {
  test('becomes native on its account, keeps its prices, and is due for measurement at once', async () => {
    const { id, handle, platform } = await aChannel(seller);
    const prices = (await seller.api.put(`/influencer-channels/${id}/pricing`, aPriceList())).body.data.pricing;
    const { version } = await listed(seller, id);
    const socialAccountId = await anAccount(seller.id, { platform, handle: handle.toUpperCase() });
    const { body } = await link(seller, id, socialAccountId);
    expect(body.data).toMatchObject({ id, kind: 'NATIVE', socialAccountId, handle, version: version + 1 });
    expect(await listed(seller, id)).toEqual(body.data);
    expect((await seller.api.get(`/influencer-channels/${id}/pricing`)).body.data).toEqual(prices);
    const { due } = await market.one('select views_due_at <= now() as due from channels where id = $1', [id]);
    expect(due).toBe(true);
    expect((await link(seller, id, socialAccountId)).body).toEqual(body);
  });

  test('on YouTube can be linked to the account with the same handle or the same channel id', async () => {
    for (const path of ['@name', 'channel']) {
      const [handle, externalId] = [aHandle(), anId()];
      const canonicalUrl = `https://www.youtube.com/${path === '@name' ? `@${handle}` : `channel/${externalId}`}`;
      const { id } = await aChannel(seller, { kind: 'MANUAL', platform: 'YOUTUBE', canonicalUrl });
      const socialAccountId = await anAccount(seller.id, { handle, externalId });
      expect((await link(seller, id, socialAccountId)).body.data).toMatchObject({ kind: 'NATIVE', canonicalUrl });
    }
  });

  test('hides the unproven claims of others from then on', async () => {
    const other = await aSeller();
    const handle = aHandle();
    const { id } = await aChannel(seller, twitch(handle));
    const claim = await aChannel(other, twitch(handle));
    await link(seller, id, await anAccount(seller.id, { platform: 'TWITCH', handle }));
    const shown = await market.pool.query('select from catalog_channels where channel_id = $1', [claim.id]);
    expect(shown.rowCount).toBe(0);
  });

  test.each([
    ['another name', { platform: 'TWITCH' as const }],
    ['the name on another platform', { platform: 'KICK' as const, isSame: true }],
  ])('is not linked to an account with %s', async (_, { platform, ...rest }) => {
    const handle = aHandle();
    const { id } = await aChannel(seller, twitch(handle));
    const account = await anAccount(seller.id, { platform, ...('isSame' in rest && { handle }) });
    expect(refused(await link(seller, id, account), 'VALIDATION_FAILED').issues).toMatchObject([
      { path: 'socialAccountId' },
    ]);
  });

  test.each([
    ['blocked', { status: 'BLOCKED' }],
    ['sold', { status: 'SOLD' }],
    ['not verified', { isVerified: false }],
  ])('is not linked to an account that is %s', async (_, spec) => {
    const handle = aHandle();
    const { id } = await aChannel(seller, twitch(handle));
    const account = await anAccount(seller.id, { ...spec, platform: 'TWITCH', handle });
    refused(await link(seller, id, account), 'ACCOUNT_ACCESS_DENIED');
  });

  test('that is linked to an account of another creator returns 404, as for a missing account', async () => {
    const other = await aSeller();
    const handle = aHandle();
    const { id } = await aChannel(seller, twitch(handle));
    const account = await anAccount(other.id, { platform: 'TWITCH', handle });
    refused(await link(seller, id, account), 'RESOURCE_NOT_FOUND');
    refused(await link(other, id, account), 'RESOURCE_NOT_FOUND');
  });

  test('is not linked to an account that has another channel, and a native channel stays on its account', async () => {
    const [handle, externalId] = [aHandle(), anId()];
    // Once the account is proven, its handle and its id are one channel.
    const [native, { id }] = [
      await aChannel(seller, {
        kind: 'MANUAL',
        platform: 'YOUTUBE',
        canonicalUrl: `https://www.youtube.com/@${handle}`,
      }),
      await aChannel(seller, {
        ...{ kind: 'MANUAL', platform: 'YOUTUBE', canonicalUrl: `https://www.youtube.com/channel/${externalId}` },
      }),
    ];
    const account = await anAccount(seller.id, { handle, externalId });
    expect((await link(seller, native.id, account)).status).toBe(200);
    refused(await link(seller, id, account), 'CHANNEL_EXISTS');
    refused(await link(seller, native.id, await anAccount(seller.id, { handle })), 'INVALID_STATE');
  });

  test('is not linked to an account while staff blocks it, and not after its removal', async () => {
    const handle = aHandle();
    const { id } = await aChannel(seller, twitch(handle));
    const account = await anAccount(seller.id, { platform: 'TWITCH', handle });
    await market.pool.query(`update channels set status = 'BLOCKED' where id = $1`, [id]);
    refused(await link(seller, id, account), 'INVALID_STATE');
    await market.pool.query(`update channels set status = 'REMOVED' where id = $1`, [id]);
    refused(await link(seller, id, account), 'RESOURCE_NOT_FOUND');
  });
});

test('a YouTube channel is not linked to an account beside a blocked one, which may be the same channel', async () => {
  const own = await aSeller();
  const [handle, externalId] = [aHandle(), anId()];
  const [first, second] = [`@${handle}`, `channel/${externalId}`].map((path) => `https://www.youtube.com/${path}`);
  const blocked = await aChannel(own, { kind: 'MANUAL', platform: 'YOUTUBE', canonicalUrl: first });
  const { id } = await aChannel(own, { kind: 'MANUAL', platform: 'YOUTUBE', canonicalUrl: second });
  await market.pool.query(`update channels set status = 'BLOCKED' where id = $1`, [blocked.id]);
  const account = await anAccount(own.id, { handle, externalId });
  refused(await link(own, id, account), 'ACCOUNT_ACCESS_DENIED');
});

test('a channel whose proof staff reviews is linked to an account after the decision', async () => {
  const handle = aHandle();
  const { id } = await aChannel(seller, twitch(handle));
  const account = await anAccount(seller.id, { platform: 'TWITCH', handle });
  await market.pool.query(`update channels set ownership = 'PENDING_REVIEW' where id = $1`, [id]);
  expect(refused(await link(seller, id, account), 'INVALID_STATE')).toMatchObject({ status: 'PENDING_REVIEW' });
  await market.pool.query(`update channels set ownership = 'REJECTED' where id = $1`, [id]);
  expect((await link(seller, id, account)).status).toBe(200);
});

test('an account accepts only one of two channels that are linked at once', async () => {
  const [handle, externalId] = [aHandle(), anId()];
  const urls = [`https://www.youtube.com/@${handle}`, `https://www.youtube.com/channel/${externalId}`];
  const made = [];
  for (const canonicalUrl of urls)
    made.push(await aChannel(seller, { kind: 'MANUAL', platform: 'YOUTUBE', canonicalUrl }));
  const account = await anAccount(seller.id, { handle, externalId });
  const replies = await Promise.all(made.map(({ id }) => link(seller, id, account)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  for (const reply of replies.filter(({ status }) => status === 409)) refused(reply, 'CHANNEL_EXISTS');
});
