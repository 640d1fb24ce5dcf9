import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Spend } from '../../../functions/platform/social/index.ts';
import { youtube } from '../../../functions/platform/social/youtube.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import { type Answer, type Endpoint, json, startEndpoint } from '../../../scripts/local/endpoints/endpoint.ts';
import { startSocialSimulator } from '../../../scripts/local/endpoints/social-simulator/index.ts';
import { simulatorOf } from '../../support/simulator.ts';

const apiKey = 'canary-of-the-key';
let simulated: Endpoint;
let simulator: ReturnType<typeof simulatorOf>;
beforeAll(async () => {
  simulated = await startSocialSimulator({ youtubeKey: apiKey, clock: { now: () => new Date() } });
  simulator = simulatorOf(simulated.url);
});
afterAll(() => simulated.stop());

const rich: Spend = async () => true;
const opened = (spend = rich, key = apiKey) => youtube({ apiUrl: `${simulated.url}/youtube/v3`, apiKey: key }, spend);

/** The refusal, and all of its text that a log could contain. */
async function refusalOf(work: Promise<unknown>): Promise<{ refusal: Refusal; logged: string }> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Refusal)) throw new Error(`not refused: ${thrown}`);
  return { refusal: thrown, logged: `${thrown.stack} ${thrown.cause} ${Object(thrown.cause).stack}` };
}

describe('a channel', () => {
  test('is found by its handle, with and without @, and by its id after a change of the handle', async () => {
    const byHandle = await opened().channel({ handle: 'mayarivers' });
    expect(byHandle).toEqual({
      externalId: simulator.externalIdOf('mayarivers'),
      handle: 'mayarivers',
      title: 'mayarivers',
      description: expect.stringContaining('mayarivers'),
      avatarUrl: expect.stringMatching(/size=800$/),
    });
    expect(await opened().channel({ handle: '@MayaRivers' })).toEqual(byHandle);
    expect(await opened().channel({ externalId: byHandle?.externalId ?? '' })).toEqual(byHandle);
  });

  test('has the current description', async () => {
    await simulator.change('bio-writer', { description: 'castline-1234 is my code' });
    expect((await opened().channel({ handle: 'bio-writer' }))?.description).toBe('castline-1234 is my code');
  });

  test('unknown to YouTube is null, because the list has no items', async () => {
    expect(await opened().channel({ handle: 'nobody-here' })).toBeNull();
    expect(await opened().channel({ externalId: 'UC-too-short' })).toBeNull();
  });
});

describe('the latest videos', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const video = (id: string, days: number, views: number | null, more: object = {}) => ({
    id,
    publishedAt: daysAgo(days),
    views,
    ...more,
  });

  test('are the newest public ones, in any order from YouTube', async () => {
    const videos = [video('c', 3, 30), video('a', 1, 10), video('secret', 0, 99, { privacyStatus: 'private' })];
    const more = [video('unlisted', 0, 9, { privacyStatus: 'unlisted' }), video('b', 2, 20), video('d', 4, 40)];
    await simulator.change('newest', { videos: [...videos, ...more, video('e', 5, 50), video('f', 6, 60)] });
    const latest = await opened().latestVideos(simulator.externalIdOf('newest'), 5);
    expect(latest.map(({ externalId }) => externalId)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(latest.map(({ views }) => views)).toEqual([10, 20, 30, 40, 50]);
  });

  test('have null for a hidden count, and 0 for a counted zero', async () => {
    await simulator.change('hidden', { videos: [video('a', 1, null), video('b', 2, 0)] });
    const latest = await opened().latestVideos(simulator.externalIdOf('hidden'), 5);
    expect(latest.map(({ views }) => views)).toEqual([null, 0]);
  });

  test('exclude scheduled ones', async () => {
    await simulator.change('premiere', {
      videos: [video('soon', 0, 0, { liveBroadcastContent: 'upcoming' }), video('b', 2, 7)],
    });
    const latest = await opened().latestVideos(simulator.externalIdOf('premiere'), 5);
    expect(latest.map(({ externalId }) => externalId)).toEqual(['b']);
  });

  test('are empty for a channel without any and for a deleted one', async () => {
    await simulator.change('empty', { videos: [] });
    await simulator.change('terminated', { isGone: true });
    expect(await opened().latestVideos(simulator.externalIdOf('empty'), 5)).toEqual([]);
    expect(await opened().latestVideos(simulator.externalIdOf('terminated'), 5)).toEqual([]);
  });
});

describe('an answer of YouTube', () => {
  test('can have unknown fields, and counts as strings', async () => {
    const bodies: Record<string, object> = {
      channels: {
        kind: 'youtube#channelListResponse',
        etag: 'x',
        pageInfo: { totalResults: 1, resultsPerPage: 5 },
        items: [
          {
            kind: 'youtube#channel',
            etag: 'y',
            id: 'UC_x5XG1OV2P6uZZ5FSM9Ttw',
            snippet: {
              title: 'Google for Developers',
              description: 'Subscribe',
              customUrl: '@googledevelopers',
              publishedAt: '2007-08-23T00:34:43Z',
              thumbnails: {
                high: { url: 'https://yt3.ggpht.com/high', width: 800, height: 800 },
                default: { url: 'https://yt3.ggpht.com/default', width: 88, height: 88 },
              },
              country: 'US',
              somethingNew: { deep: [1] },
            },
            contentDetails: { relatedPlaylists: { likes: '', uploads: 'UU_x5XG1OV2P6uZZ5FSM9Ttw' } },
          },
        ],
      },
      playlistItems: {
        nextPageToken: 'EAAaBlBUOkNBVQ',
        items: [{ id: 'VV', contentDetails: { videoId: 'v1', note: '' } }],
      },
      videos: {
        items: [
          {
            id: 'v1',
            snippet: { publishedAt: '2026-11-01T10:00:00Z', tags: ['a'] },
            status: { privacyStatus: 'public' },
            statistics: { viewCount: '9007199254', likeCount: '1', favoriteCount: '0' },
          },
        ],
      },
    };
    const requested: { path: string; key: unknown }[] = [];
    const endpoint = await startEndpoint({
      async handle({ path, headers }): Promise<Answer> {
        requested.push({ path, key: headers['x-goog-api-key'] });
        return json(200, bodies[/\/v3\/(\w+)\?/.exec(path)?.[1] ?? '']);
      },
    });
    const adapter = youtube({ apiUrl: `${endpoint.url}/youtube/v3/`, apiKey }, rich);
    const channel = await adapter.channel({ handle: 'googledevelopers' });
    expect(channel).toMatchObject({ handle: 'googledevelopers', avatarUrl: 'https://yt3.ggpht.com/high' });
    expect(await adapter.latestVideos('UC_x5XG1OV2P6uZZ5FSM9Ttw', 5)).toEqual([
      { externalId: 'v1', publishedAt: new Date('2026-11-01T10:00:00Z'), views: 9_007_199_254 },
    ]);
    expect(requested.map(({ path }) => path)).toEqual([
      '/youtube/v3/channels?part=snippet%2CcontentDetails&forHandle=googledevelopers',
      '/youtube/v3/channels?part=snippet%2CcontentDetails&id=UC_x5XG1OV2P6uZZ5FSM9Ttw',
      '/youtube/v3/playlistItems?part=contentDetails&playlistId=UU_x5XG1OV2P6uZZ5FSM9Ttw&maxResults=50',
      '/youtube/v3/videos?part=snippet%2Cstatistics%2Cstatus&id=v1',
    ]);
    expect(requested.every(({ key, path }) => key === apiKey && !path.includes(apiKey))).toBe(true);
    await endpoint.stop();
  });
});

describe('a failed call', () => {
  test.each(['quota', '500', 'malformed'] as const)(
    "returns SERVICE_UNAVAILABLE for YouTube's %s, with a cause without a key",
    async (fails) => {
      await simulator.change('failing', { fails });
      for (const work of [
        opened().channel({ handle: 'failing' }),
        opened().latestVideos(simulator.externalIdOf('failing'), 5),
      ]) {
        const { refusal, logged } = await refusalOf(work);
        expect(refusal.code).toBe('SERVICE_UNAVAILABLE');
        expect(refusal.cause).toBeInstanceOf(Error);
        expect(refusal.message).not.toMatch(/YouTube|Error|\d{3}/);
        expect(logged).not.toContain(apiKey);
      }
    },
  );

  test('returns SERVICE_UNAVAILABLE for a fault of the key or the network', async () => {
    const wrong = await refusalOf(opened(rich, 'another-canary').channel({ handle: 'mayarivers' }));
    expect(wrong.refusal.code).toBe('SERVICE_UNAVAILABLE');
    expect(wrong.logged).toContain('400 badRequest');
    expect(wrong.logged).not.toContain('another-canary');
    const nowhere = youtube({ apiUrl: 'http://127.0.0.1:9/youtube/v3', apiKey }, rich);
    expect((await refusalOf(nowhere.channel({ handle: 'mayarivers' }))).refusal.code).toBe('SERVICE_UNAVAILABLE');
  });

  test('is not made when no budget can be reserved', async () => {
    await simulator.forget('unaffordable');
    const wanted: number[] = [];
    const poor: Spend = async (units) => {
      wanted.push(units);
      return false;
    };
    await refusalOf(opened(poor).channel({ handle: 'unaffordable' }));
    const { refusal } = await refusalOf(opened(poor).latestVideos(simulator.externalIdOf('unaffordable'), 5));
    expect(refusal.code).toBe('SERVICE_UNAVAILABLE');
    expect(wanted).toEqual([1, 3]);
    expect(await simulator.callsFor('unaffordable')).toEqual({});
  });

  test('cannot exceed the reserved budget', async () => {
    let spent = 0;
    const counting: Spend = async (units) => {
      spent += units;
      return true;
    };
    await opened(counting).channel({ handle: 'counted' });
    await opened(counting).latestVideos(simulator.externalIdOf('counted'), 5);
    expect(await simulator.callsFor('counted')).toEqual({ channels: 2, playlistItems: 1, videos: 1 });
    expect(spent).toBe(4);
  });
});

describe('a picture', () => {
  const pictureOf = async (handle: string) => (await opened().channel({ handle }))?.avatarUrl ?? '';

  test('is a PNG in the simulator', async () => {
    const bytes = await opened().image(await pictureOf('painter'));
    expect([...bytes.slice(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  });

  test.each([
    'http://yt3.ggpht.com/a',
    'https://yt3.ggpht.com:8443/a',
    'https://user@yt3.ggpht.com/a',
    'https://ggpht.com.evil.example/a',
    'https://evilggpht.com/a',
    'https://yt3.ggpht.com.',
    'https://127.0.0.1/a',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
  ])('is not fetched at %s', async (url) => {
    const { refusal } = await refusalOf(opened().image(url));
    expect(refusal).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('usable picture') });
  });

  test.each(['redirect-image', 'huge-image', 'image-500', 'foreign-image'] as const)(
    'is refused with the fault %s',
    async (fails) => {
      await simulator.change('bad-painter', { fails });
      expect((await refusalOf(opened().image(await pictureOf('bad-painter')))).refusal.code).toBe(
        'SERVICE_UNAVAILABLE',
      );
    },
  );
});
