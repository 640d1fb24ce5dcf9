import { afterAll, describe, expect, test } from 'vitest';
import { shared } from '../../support/stack/shared.ts';
import { aWord, shelfOf } from './shelf.ts';

const shelf = shelfOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => shelf.close());

const stream = { type: 'STREAM', cents: 10_000 };
const video = { type: 'VIDEO', variant: 'REVIEW', cents: 50_000 };

/** A creator with streams for 100 on TWITCH and reviews for 500 on YOUTUBE. */
async function aCreatorWithTwoChannels(topic: string) {
  return shelf.aCreator({
    topics: [topic],
    channels: [
      { platform: 'TWITCH', account: {}, audiences: [{ geo: { US: 0.6, DE: 0 } }], services: [stream] },
      { platform: 'YOUTUBE', services: [video] },
    ],
  });
}

describe('the catalog filters', () => {
  test.each([
    ['platform', { platform: 'TWITCH' }, { platform: 'X' }],
    ['platform in lower case', { platform: 'youtube' }, { platform: 'kick' }],
    ['format', { format: 'VIDEO' }, { format: 'STORY' }],
    ['several platforms', { platform: 'kick, twitch' }, { platform: 'KICK,X' }],
    ['several formats', { format: 'STORY,VIDEO.REVIEW' }, { format: 'STORY,VIDEO.MENTION' }],
    [
      'several platforms and formats of one service',
      { platform: 'KICK,YOUTUBE', format: 'STREAM,VIDEO.REVIEW' },
      { platform: 'KICK,YOUTUBE', format: 'STREAM,VIDEO.MENTION' },
    ],
    ['several countries', { audienceGeo: 'fr,us' }, { audienceGeo: 'FR,DE' }],
    [
      'several countries of one service',
      { audienceGeo: 'FR,US', platform: 'TWITCH,X' },
      { audienceGeo: 'FR,US', platform: 'YOUTUBE,X' },
    ],
    ['a proven channel', { verified: 'true' }, { verified: 'true', platform: 'KICK' }],
    ['format with a variant', { format: 'video.review' }, { format: 'VIDEO.MENTION' }],
    ['audienceGeo, in either case', { audienceGeo: 'us' }, { audienceGeo: 'FR' }],
    ['a positive share alone', { audienceGeo: 'US' }, { audienceGeo: 'DE' }],
    ['the lowest price, inclusive', { minPriceCents: '50000' }, { minPriceCents: '50001' }],
    ['the highest price, inclusive', { maxPriceCents: '10000' }, { maxPriceCents: '9999' }],
    [
      'a range that holds a price',
      { minPriceCents: '10000', maxPriceCents: '10000' },
      { minPriceCents: '10001', maxPriceCents: '49999' },
    ],
    [
      'platform and format of one service',
      { platform: 'TWITCH', format: 'STREAM' },
      { platform: 'TWITCH', format: 'VIDEO' },
    ],
    [
      'platform and price of one service',
      { platform: 'YOUTUBE', minPriceCents: '50000' },
      { platform: 'YOUTUBE', maxPriceCents: '10000' },
    ],
    [
      'platform and audience of one service',
      { platform: 'TWITCH', audienceGeo: 'US' },
      { platform: 'YOUTUBE', audienceGeo: 'US' },
    ],
    [
      'format and audience of one service',
      { format: 'STREAM', audienceGeo: 'US' },
      { format: 'VIDEO', audienceGeo: 'US' },
    ],
    [
      'audience and price of one service',
      { audienceGeo: 'US', maxPriceCents: '10000' },
      { audienceGeo: 'US', minPriceCents: '10001' },
    ],
    [
      'all of one service',
      {
        platform: 'TWITCH',
        format: 'STREAM.MENTION',
        audienceGeo: 'US',
        minPriceCents: '10000',
        maxPriceCents: '10000',
        availability: 'available',
      },
      {
        platform: 'YOUTUBE',
        format: 'VIDEO.REVIEW',
        audienceGeo: 'US',
        minPriceCents: '50000',
        maxPriceCents: '50000',
        availability: 'AVAILABLE',
      },
    ],
  ])('select creators by %s', async (_, found, missed) => {
    const topic = aWord();
    const { publicId } = await aCreatorWithTwoChannels(topic);
    expect(await shelf.listed({ topic, ...found })).toEqual([publicId]);
    expect(await shelf.listed({ topic, ...missed })).toEqual([]);
    expect(await shelf.listed({ topic, ...found, sort: 'price' })).toEqual([publicId]);
    expect(await shelf.listed({ topic, ...missed, sort: 'price' })).toEqual([]);
  });

  test('match topic, language and geo against the published profile, without regard to case and outer spaces', async () => {
    const topic = aWord();
    const { publicId } = await shelf.aCreator({ topics: [`Été ${topic}`, 'art'], languages: ['pt-BR'], geo: ['BR'] });
    for (const query of [
      { topic: `éTÉ ${topic}` },
      { topic: `  été ${topic} ` },
      { topic: `été ${topic}`, language: 'PT-br' },
      { topic: `Été ${topic}`, geo: 'br' },
    ])
      expect(await shelf.listed(query)).toEqual([publicId]);
    for (const query of [{ topic }, { topic: `été ${topic}`, language: 'pt-PT' }, { topic: `été ${topic}`, geo: 'DE' }])
      expect(await shelf.listed(query)).toEqual([]);
  });

  test('match the regional forms of a language, and a regional form only itself', async () => {
    const topic = aWord();
    const { publicId: british } = await shelf.aCreator({ topics: [topic], languages: ['en-GB'] });
    const { publicId: plain } = await shelf.aCreator({ topics: [topic], languages: ['en'] });
    expect((await shelf.listed({ topic, language: 'en' })).sort()).toEqual([british, plain].sort());
    expect(await shelf.listed({ topic, language: 'en-gb' })).toEqual([british]);
    expect(await shelf.listed({ topic, language: 'e' })).toEqual([]);
  });

  test('match one of up to five comma-separated values', async () => {
    const [one, other] = [aWord(), aWord()];
    const { publicId: first } = await shelf.aCreator({ topics: [one], languages: ['de'], geo: ['AT'] });
    const { publicId: second } = await shelf.aCreator({ topics: [other], languages: ['fr'], geo: ['BE'] });
    const topic = `${one}, ${other},x`;
    expect(await shelf.listed({ topic, sort: 'price' })).toEqual([first, second]);
    expect(await shelf.listed({ topic, language: 'de,es' })).toEqual([first]);
    expect(await shelf.listed({ topic, geo: 'be' })).toEqual([second]);
    expect(await shelf.listed({ topic, geo: 'be', q: other })).toEqual([second]);
    for (const refused of ['a,b,c,d,e,f', ' , ', 'x'.repeat(41)])
      expect((await shelf.list({ topic: refused })).body.code).toBe('VALIDATION_FAILED');
  });

  test('match channelType against the first channel unless the creator has set it', async () => {
    const topic = aWord();
    const streamer = await shelf.aCreator({ topics: [topic], channels: [{ platform: 'KICK' }, { platform: 'X' }] });
    const social = await shelf.aCreator({ topics: [topic], channels: [{ platform: 'X' }, { platform: 'KICK' }] });
    const chosen = await shelf.aCreator({ topics: [topic], channelType: 'SOCIAL', channels: [{ platform: 'TWITCH' }] });
    expect(await shelf.listed({ topic, channelType: 'streamer' })).toEqual([streamer.publicId]);
    expect((await shelf.listed({ topic, channelType: 'SOCIAL' })).sort()).toEqual(
      [social.publicId, chosen.publicId].sort(),
    );
  });

  test('match audienceGeo against the latest verified audience only', async () => {
    const topic = aWord();
    const audiences = [
      { geo: { PL: 0.9 }, capturedAt: '2026-01-01T00:00:00Z' },
      { geo: { TR: 0.5 }, capturedAt: '2026-02-01T00:00:00Z' },
      { geo: { SE: 0.5 }, capturedAt: '2026-03-01T00:00:00Z', isVerified: false },
    ];
    const { publicId } = await shelf.aCreator({ topics: [topic], channels: [{ account: {}, audiences }] });
    expect(await shelf.listed({ topic, audienceGeo: 'TR' })).toEqual([publicId]);
    expect(await shelf.listed({ topic, audienceGeo: 'PL' })).toEqual([]);
    expect(await shelf.listed({ topic, audienceGeo: 'SE' })).toEqual([]);
  });

  test('match the average views and the followers of one channel, and follow a new measurement without a new lastModified', async () => {
    const topic = aWord();
    const audiences = [{ geo: { US: 1 } }];
    const { id, publicId } = await shelf.aCreator({
      topics: [topic],
      channels: [{ account: {}, audiences, views: [9_999] }],
    });
    const lastModified = async () => (await shelf.page(publicId)).body.data.lastModified;
    const before = await lastModified();
    expect(await shelf.listed({ topic, minViews: '5000' })).toEqual([publicId]);
    expect(await shelf.listed({ topic, minViews: '10000' })).toEqual([]);
    expect(await shelf.listed({ topic, minFollowers: '1000' })).toEqual([]);
    await shelf.run(
      'update channel_posts set views = 10000 where channel_id = (select id from channels where creator_id = $1)',
      [id],
    );
    await shelf.refresh(id);
    // The isolate trusts its generation for a second.
    await expect.poll(() => shelf.listed({ topic, minViews: '10000' })).toEqual([publicId]);
    expect(await shelf.listed({ topic, minViews: '10000', sort: 'price' })).toEqual([publicId]);
    expect(await lastModified()).toBe(before);
    await shelf.run(
      `update audience_snapshots set followers = 60000
       where social_account_id = (select social_account_id from channels where creator_id = $1)`,
      [id],
    );
    await shelf.refresh(id);
    await expect.poll(() => shelf.listed({ topic, minFollowers: '50000', verified: 'true' })).toEqual([publicId]);
    expect(await shelf.listed({ topic, minFollowers: '100000' })).toEqual([]);
    expect((await shelf.page(publicId)).body.data.channels[0].audience.followers).toBe(60_000);
  });

  test('ignore unknown parameters', async () => {
    const topic = aWord();
    const { publicId } = await shelf.aCreator({ topics: [topic] });
    expect(await shelf.listed({ topic, utm_source: 'x', page: '9', accountId: '1' })).toEqual([publicId]);
  });

  test.each([
    [{ platform: 'MYSPACE' }, 'VALIDATION_FAILED'],
    [{ channelType: 'BOTH' }, 'VALIDATION_FAILED'],
    [{ format: 'STREAM.SOLO' }, 'VALIDATION_FAILED'],
    [{ availability: 'SOON' }, 'VALIDATION_FAILED'],
    [{ sort: 'newest' }, 'VALIDATION_FAILED'],
    [{ audienceGeo: 'USA' }, 'VALIDATION_FAILED'],
    [{ platform: 'TWITCH,MYSPACE' }, 'VALIDATION_FAILED'],
    [{ platform: 'TWITCH,KICK,YOUTUBE,TIKTOK,INSTAGRAM,X' }, 'VALIDATION_FAILED'],
    [{ verified: 'false' }, 'VALIDATION_FAILED'],
    [{ minViews: '1001' }, 'VALIDATION_FAILED'],
    [{ minFollowers: '-1' }, 'VALIDATION_FAILED'],
    [{ minEr: '4' }, 'VALIDATION_FAILED'],
    [{ minEr: '1.0' }, 'VALIDATION_FAILED'],
    [{ limit: '0' }, 'VALIDATION_FAILED'],
    [{ limit: '101' }, 'VALIDATION_FAILED'],
    [{ limit: '1.5' }, 'VALIDATION_FAILED'],
    [{ q: 'x'.repeat(201) }, 'VALIDATION_FAILED'],
    [{ q: 'a\u0000b' }, 'VALIDATION_FAILED'],
    [{ minPriceCents: '-5' }, 'VALIDATION_FAILED'],
    [{ minPriceCents: '1e3' }, 'VALIDATION_FAILED'],
    [{ maxPriceCents: 'ten' }, 'VALIDATION_FAILED'],
    [{ minPriceCents: '200', maxPriceCents: '100' }, 'VALIDATION_FAILED'],
    [{ minPriceCents: '10.5' }, 'INVALID_MONEY_PRECISION'],
    [{ maxPriceCents: '10.00' }, 'INVALID_MONEY_PRECISION'],
  ])('refuse %j with %s', async (query, code) => {
    const { status, body } = await shelf.list(query);
    expect([status, body.code]).toEqual([400, code]);
    expect(typeof body.message).toBe('string');
  });

  test('refuse a repeated parameter and name it', async () => {
    const { status, body } = await shelf.guest.get('/creator-catalog?platform=TWITCH&platform=X');
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.issues).toEqual([{ path: 'platform', message: 'must occur only once' }]);
  });
});
