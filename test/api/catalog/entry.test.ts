import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { GetCreatorPage, ListCatalog } from '../../../schema/catalog/catalog.ts';
import { shared } from '../../support/stack/shared.ts';
import { aWord, type ChannelSpec, measuredAt, shelfOf } from './shelf.ts';

const shelf = shelfOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => shelf.close());

async function entryOf(channels: readonly ChannelSpec[], more: object = {}) {
  const topic = aWord();
  const { id, publicId } = await shelf.aCreator({ topics: [topic], languages: ['en'], channels, ...more });
  const { body } = await shelf.list({ topic });
  return { id, publicId, entry: body.data[0], body };
}

const packages = [
  { quantity: 10, discountBps: 1_234 },
  { quantity: 1, discountBps: 0 },
  { quantity: 5, discountBps: 500 },
];

describe('a catalog entry', () => {
  test('has exactly the keys of the contract, in its order', async () => {
    const { entry, body, publicId } = await entryOf([
      { platform: 'TWITCH', account: {}, audiences: [{ geo: { US: 0.25, DE: 0.75 } }], services: [{ packages }] },
    ]);
    expect(ListCatalog.answer().safeParse(body).error).toBeUndefined();
    expect(Object.keys(entry)).toEqual([
      'publicId',
      'metricsObservationId',
      'lastModified',
      'displayName',
      'topics',
      'languages',
      'channelType',
      'channels',
      'channelsTotal',
      'services',
      'servicesTotal',
      'metrics',
      'avatarUrl',
      'completedOrders',
      'responseTime',
    ]);
    expect(entry.publicId).toBe(publicId);
    expect(entry.lastModified).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Object.keys(entry.services[0])).toEqual([
      'serviceListingId',
      'type',
      'variant',
      'channel',
      'proofModes',
      'title',
      'unit',
      'basePrice',
      'packageOptions',
    ]);
    expect(entry.channels[0].audience).toEqual({
      source: 'PLATFORM_API',
      capturedAt: '2026-01-01T00:00:00.000Z',
      verifiedAt: '2026-01-01T00:00:00.000Z',
      periodDays: 28,
      followers: null,
      geo: [
        { country: 'DE', share: 0.75 },
        { country: 'US', share: 0.25 },
      ],
      demo: [{ age: '18-24', gender: 'FEMALE', share: 1 }],
    });
  });

  test('states the price of a package exactly, to the minor unit', async () => {
    const { entry } = await entryOf([{ services: [{ cents: 99_999, packages }] }]);
    const money = (raw: string) => ({ raw, currency: 'USDT', decimals: 6 });
    expect(entry.services[0].basePrice).toEqual(money('999990000'));
    expect(entry.services[0].packageOptions).toEqual([
      { quantity: 1, discountBps: 0, packageBase: money('999990000') },
      { quantity: 5, discountBps: 500, packageBase: money('4749952500') },
      { quantity: 10, discountBps: 1_234, packageBase: money('8765912340') },
    ]);
  });

  test.each([
    ['the mean of the latest five', [10, 20, 30, 40, 50, 9_000_000], 30, 5],
    ['rounded half up', [1, 2], 2, 2],
    ['the mean of the known ones', [10, null, 30, null, null, 9_000_000], 20, 2],
    ['unknown when none is known', [null, null], null, 0],
    ['unknown without posts', [], null, 0],
    ['zero when zero was measured', [0, 0], 0, 2],
    ['unknown for a negative count', [-5, 10], 10, 1],
  ])('states average views as %s', async (_, views, value, sampleSize) => {
    const { entry } = await entryOf([{ platform: 'KICK', handle: 'measured', views }]);
    expect(entry.metrics).toEqual([
      {
        channel: { platform: 'KICK', handle: 'measured', canonicalUrl: 'https://channels.example/kick/measured' },
        ...{ er: null, erCoverage: { measuredPosts: 0, totalPosts: Math.min(views.length, 5) }, erMeasuredAt: null },
        kind: 'AVERAGE_VIEWS',
        value,
        sampleSize,
        measuredAt: sampleSize === 0 ? null : measuredAt,
      },
    ]);
  });

  test('has as metricsObservationId the SHA-256 of the canonical JSON of the metrics', async () => {
    const { entry } = await entryOf([
      { posts: [{ views: 500, likes: 15, comments: 2 }, { views: 8 }] },
      { platform: 'X' },
    ]);
    // The keys are in the order of RFC 8785, so JSON.stringify returns canonical JSON.
    expect(entry.metricsObservationId).toBe(createHash('sha256').update(JSON.stringify(entry.metrics)).digest('hex'));
    const keys = Object.keys(entry.metrics[0]);
    expect(keys).toEqual([...keys].sort());
  });

  test('changes its metrics and their identifier after a measurement, but not lastModified', async () => {
    const { id, publicId, entry } = await entryOf([{ views: [7] }]);
    await shelf.run(
      'update channel_posts set views = 70 where channel_id = (select id from channels where creator_id = $1)',
      [id],
    );
    await shelf.refresh(id);
    const { data } = (await shelf.page(publicId)).body;
    expect(data.metrics[0].value).toBe(70);
    expect(data.metricsObservationId).not.toBe(entry.metricsObservationId);
    expect(data.lastModified).toBe(entry.lastModified);
  });

  test.each([
    ['a manual channel', { account: undefined }],
    [
      'an account that is not verified in any snapshot',
      { account: {}, audiences: [{ geo: { US: 1 }, isVerified: false }] },
    ],
    ['an account without a snapshot', { account: {} }],
  ])('has no audience for %s', async (_, { account, ...channel }) => {
    const { entry } = await entryOf([{ ...channel, ...(account ? { account } : {}) }]);
    expect(entry.channels.length).toBe(1);
    expect(entry.channels[0]).not.toHaveProperty('audience');
  });

  test('equals the creator page without bio, avatarUrl, portfolio, publishedAt and the usage terms of each service', async () => {
    const { id, publicId, entry } = await entryOf([{ services: [{ terms: 'One year.' }] }], {
      bio: 'Line one.\nLine "two".',
      at: new Date('2026-05-05T05:05:05.555Z'),
    });
    const reply = await shelf.page(publicId);
    expect(reply.status).toBe(200);
    expect(GetCreatorPage.answer().safeParse(reply.body).error).toBeUndefined();
    const { services, ...shown } = entry;
    expect(reply.body.data).toEqual({
      ...shown,
      services: services.map((service: object) => ({ ...service, usageTerms: 'One year.' })),
      bio: 'Line one.\nLine "two".',
      avatarUrl: null,
      portfolio: [],
      publishedAt: '2026-05-05T05:05:05.555Z',
    });
    await shelf.run(
      `update creators set avatar_url = 'https://images.example/a.jpg', bio = 'a draft' where user_id = $1`,
      [id],
    );
    await shelf.refresh(id);
    const { data } = (await shelf.guest.get(`/creator-pages/${publicId.toUpperCase()}`)).body;
    expect([data.bio, data.publicId]).toEqual(['Line one.\nLine "two".', publicId]);
  });
});
