import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { marketOf } from '../../../support/market/market.ts';
import { aChannel, aHandle, sellersOf, twitch } from '../../../support/market/sellers.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aSeller } = sellersOf(market);
afterAll(() => market.close());

const path = '/influencer-channels';
const manual = (platform: string, canonicalUrl: string) => ({ kind: 'MANUAL', platform, canonicalUrl });

describe('a manual channel', () => {
  test('is stored under its normalised URL', async () => {
    const seller = await aSeller();
    const handle = aHandle();
    const sent = `https://YouTube.com/@${handle.toUpperCase()}/?si=abc#about`;
    const reply = await seller.api.post(path, manual('YOUTUBE', sent));
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      data: {
        id: expect.any(Number),
        kind: 'MANUAL',
        platform: 'YOUTUBE',
        handle,
        canonicalUrl: `https://www.youtube.com/@${handle}`,
        socialAccountId: null,
        status: 'ACTIVE',
        ownership: 'NONE',
        version: 1,
        createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        updatedAt: reply.body.data.createdAt,
      },
    });
    expect((await seller.api.get(path)).body.data).toEqual([reply.body.data]);
  });

  test.each([
    ['TWITCH', (handle: string) => `https://m.twitch.tv/${handle}`],
    ['KICK', (handle: string) => `https://kick.com/${handle}`],
    ['YOUTUBE', (handle: string) => `https://www.youtube.com/c/${handle}`],
    ['TIKTOK', (handle: string) => `https://tiktok.com/@${handle}`],
    ['INSTAGRAM', (handle: string) => `https://instagram.com/${handle}/`],
    ['X', (handle: string) => `https://twitter.com/${handle}`],
  ])('can be on %s', async (platform, urlOf) => {
    const handle = aHandle();
    const channel = await aChannel(await aSeller(), manual(platform, urlOf(handle)));
    expect(channel).toMatchObject({ platform, handle, kind: 'MANUAL' });
  });

  test.each([
    ['TWITCH', 'https://www.twitch.tv/'],
    ['KICK', 'https://kick.com/'],
  ])('can be created on %s by its handle alone, with or without an @', async (platform, origin) => {
    const seller = await aSeller();
    const [one, other] = [aHandle(), aHandle()];
    const channels = [
      await aChannel(seller, { kind: 'MANUAL', platform, handle: `@${one.toUpperCase()}` }),
      await aChannel(seller, { kind: 'MANUAL', platform, handle: other }),
    ];
    expect(channels.map(({ canonicalUrl }) => canonicalUrl)).toEqual([origin + one, origin + other]);
  });

  test.each(['YOUTUBE', 'TIKTOK', 'INSTAGRAM', 'X'])(
    'cannot be created on %s by its handle alone',
    async (platform) => {
      const { api } = await aSeller();
      const { issues } = refused(
        await api.post(path, { kind: 'MANUAL', platform, handle: 'mika' }),
        'VALIDATION_FAILED',
      );
      expect(issues).toMatchObject([{ path: 'handle' }]);
    },
  );

  test.each([
    ['no kind', { platform: 'TWITCH', handle: 'mika' }],
    ['an unknown kind', { kind: 'OTHER', platform: 'TWITCH', handle: 'mika' }],
    ['no address', { kind: 'MANUAL', platform: 'TWITCH' }],
    ['an address and a handle', { ...twitch('mika'), canonicalUrl: 'https://www.twitch.tv/mika' }],
    ['another platform', { kind: 'MANUAL', platform: 'MYSPACE', canonicalUrl: 'https://myspace.com/mika' }],
    ['an account', { ...twitch('mika'), socialAccountId: 1 }],
    ['an address of another platform', manual('TWITCH', 'https://kick.com/mika')],
    ['a name that no channel has', twitch('mika plays')],
    ['a page of the platform', manual('INSTAGRAM', 'https://www.instagram.com/explore')],
    ['an unknown platform', { ...twitch('mika'), status: 'ACTIVE' }],
    ['a native one without an account', { kind: 'NATIVE' }],
    ['a native one with an address', { kind: 'NATIVE', socialAccountId: 1, canonicalUrl: 'https://kick.com/mika' }],
    ['a text for an account', { kind: 'NATIVE', socialAccountId: '1' }],
  ])('is refused with %s', async (_, body) => {
    const { api } = await aSeller();
    const { issues } = refused(await api.post(path, body), 'VALIDATION_FAILED');
    expect(issues.length).toBeGreaterThan(0);
    expect((await api.get(path)).body.data).toEqual([]);
  });

  test('shows the expected form of a URL when it is refused', async () => {
    const { api } = await aSeller();
    const { issues } = refused(await api.post(path, manual('X', 'https://x.com/home')), 'VALIDATION_FAILED');
    expect(issues).toEqual([{ path: 'canonicalUrl', message: expect.stringContaining('https://x.com/…') }]);
  });
});

describe('the same channel', () => {
  test('is stored once, however its URL is written', async () => {
    const seller = await aSeller();
    const handle = aHandle();
    await aChannel(seller, twitch(handle));
    const again = [twitch(`@${handle}`), manual('TWITCH', `https://m.twitch.tv/${handle.toUpperCase()}?a=b`)];
    for (const body of again) refused(await seller.api.post(path, body), 'CHANNEL_EXISTS');
    expect((await seller.api.get(path)).body.data).toHaveLength(1);
  });

  test('is stored once after 20 concurrent requests', async () => {
    const seller = await aSeller();
    const body = twitch(aHandle());
    const replies = await Promise.all(Array.from({ length: 20 }, () => seller.api.post(path, body)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)]);
    for (const reply of replies.filter(({ status }) => status !== 201)) refused(reply, 'CHANNEL_EXISTS');
    expect((await seller.api.get(path)).body.data).toHaveLength(1);
  });

  test('can be added by several creators, before ownership is decided', async () => {
    const body = twitch(aHandle());
    expect((await aChannel(await aSeller(), body)).canonicalUrl).toBe(
      (await aChannel(await aSeller(), body)).canonicalUrl,
    );
  });

  test('gets a new id when it is added again after its removal', async () => {
    const seller = await aSeller();
    const body = twitch(aHandle());
    const first = await aChannel(seller, body);
    await seller.api.delete(`${path}/${first.id}`);
    expect((await aChannel(seller, body)).id).not.toBe(first.id);
  });
});

describe('the limit of 20 channels', () => {
  test('holds for 40 concurrent requests', async () => {
    const seller = await aSeller();
    const replies = await Promise.all(Array.from({ length: 40 }, () => seller.api.post(path, twitch(aHandle()))));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
    for (const reply of replies.filter(({ status }) => status !== 201)) refused(reply, 'INVALID_STATE');
    const { data } = (await seller.api.get(`${path}?limit=100`)).body;
    expect(data).toHaveLength(20);

    await seller.api.delete(`${path}/${data[0].id}`);
    await aChannel(seller);
    const oneMore = await seller.api.post(path, twitch(aHandle()));
    refused(oneMore, 'INVALID_STATE');
    expect(oneMore.body).toMatchObject({ status: 'LIMIT_REACHED', allowedActions: ['remove'] });
    const known = { kind: 'MANUAL', platform: 'TWITCH', canonicalUrl: data[1].canonicalUrl };
    refused(await seller.api.post(path, known), 'CHANNEL_EXISTS');
  });
});

test('a replay adds no channel and returns the first answer, also after the channel was removed', async () => {
  const seller = await aSeller();
  const body = twitch(aHandle());
  const key = randomUUID();
  const first = await seller.api.post(path, body, { key });
  await seller.api.delete(`${path}/${first.body.data.id}`);
  const again = await seller.api.post(path, body, { key });
  expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
  expect((await seller.api.get(path)).body.data).toEqual([]);
  refused(await seller.api.post(path, twitch(aHandle()), { key }), 'IDEMPOTENCY_CONFLICT');
});

test('a user without the role CREATOR cannot add channels', async () => {
  const { api } = await market.anAdvertiser();
  refused(await api.post(path, twitch(aHandle())), 'ROLE_NOT_ALLOWED');
  refused(await api.get(path), 'ROLE_NOT_ALLOWED');
});
