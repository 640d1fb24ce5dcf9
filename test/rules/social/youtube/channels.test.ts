import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../../schema/shared/errors.ts';
import { type Answer, json, startEndpoint } from '../../../../scripts/local/endpoints/endpoint.ts';
import { keyedYoutube } from '../../../support/social/keyed-youtube.ts';
import { rich, spending } from '../../../support/social/meters.ts';
import { ownSimulator } from '../../../support/social/own-simulator.ts';

const apiKey = 'canary-of-the-key';
const { simulated, simulator } = await ownSimulator('YOUTUBE', { youtubeKey: apiKey });

const opened = (spend = rich, key = apiKey) => keyedYoutube(`${simulated.url}/youtube/v3`, key, spend);

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
    const byHandle = await opened().channel({ handle: 'mayarivers' }, 'APP');
    expect(byHandle).toEqual({
      externalId: simulator.externalIdOf('mayarivers'),
      handle: 'mayarivers',
      title: 'mayarivers',
      description: expect.stringContaining('mayarivers'),
      avatarUrl: expect.stringMatching(/size=800$/),
      followers: expect.any(Number),
      listId: simulator.externalIdOf('mayarivers').replace(/^UC/, 'UU'),
    });
    expect(await opened().channel({ handle: '@MayaRivers' }, 'APP')).toEqual(byHandle);
    expect(await opened().channel({ externalId: byHandle?.externalId ?? '' }, 'APP')).toEqual(byHandle);
  });

  test('a username finds its channel only in the form user/name, because another channel may have the same handle', async () => {
    await simulator.change('now-another', { username: 'nobodyOldName' });
    const counting = spending(() => true);
    const channel = await opened(counting).channel({ handle: 'user/nobodyOldName' }, 'APP');
    expect(channel?.externalId).toBe(simulator.externalIdOf('now-another'));
    expect(counting.wanted.map(({ units }) => units)).toEqual([1]);
    expect(await opened().channel({ handle: 'nobodyOldName' }, 'APP')).toBeNull();
    expect(await opened().channel({ handle: 'user/mayarivers' }, 'APP')).toBeNull();
  });

  test('has the current description', async () => {
    await simulator.change('bio-writer', { description: 'castline-1234 is my code' });
    expect((await opened().channel({ handle: 'bio-writer' }, 'APP'))?.description).toBe('castline-1234 is my code');
  });

  test('unknown to YouTube is null, because the list has no items', async () => {
    expect(await opened().channel({ handle: 'nobody-here' }, 'APP')).toBeNull();
    expect(await opened().channel({ externalId: 'UC-too-short' }, 'APP')).toBeNull();
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
            statistics: { viewCount: '1', subscriberCount: '2350000', hiddenSubscriberCount: false, videoCount: '6' },
          },
        ],
      },
      playlistItems: {
        nextPageToken: 'EAAaBlBUOkNBVQ',
        items: [
          { id: 'VV', contentDetails: { videoId: 'v1', note: '', videoPublishedAt: '2026-11-01T10:00:00Z' } },
          { id: 'VW', contentDetails: { videoId: 'private' } },
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
    const adapter = keyedYoutube(`${endpoint.url}/youtube/v3/`, apiKey);
    const channel = await adapter.channel({ handle: 'googledevelopers' }, 'APP');
    expect(channel).toMatchObject({
      handle: 'googledevelopers',
      avatarUrl: 'https://yt3.ggpht.com/high',
      followers: 2_350_000,
    });
    expect(await adapter.latest('UC_x5XG1OV2P6uZZ5FSM9Ttw', 'APP', { limit: 50 })).toEqual({
      posts: [{ contentId: 'v1', publishedAt: new Date('2026-11-01T10:00:00Z') }],
      next: 'UU_x5XG1OV2P6uZZ5FSM9Ttw EAAaBlBUOkNBVQ',
    });
    expect(requested.map(({ path }) => path)).toEqual([
      '/youtube/v3/channels?part=snippet%2Cstatistics%2CcontentDetails&forHandle=googledevelopers',
      '/youtube/v3/channels?part=snippet%2Cstatistics%2CcontentDetails&id=UC_x5XG1OV2P6uZZ5FSM9Ttw',
      '/youtube/v3/playlistItems?part=contentDetails&playlistId=UU_x5XG1OV2P6uZZ5FSM9Ttw&maxResults=50',
    ]);
    expect(requested.every(({ key, path }) => key === apiKey && !path.includes(apiKey))).toBe(true);
    await endpoint.stop();
  });
});

describe('a failed call', () => {
  test.each([
    ['quota', 'LIMITED'],
    ['429', 'LIMITED'],
    ['500', 'SILENT'],
    ['malformed', 'SILENT'],
    ['revoked', 'REFUSED'],
  ] as const)("returns SERVICE_UNAVAILABLE for YouTube's %s, with a cause without a key", async (fails, kind) => {
    await simulator.change('failing', { fails });
    for (const work of [
      opened().channel({ handle: 'failing' }, 'APP'),
      opened().latest(simulator.externalIdOf('failing'), 'APP', { limit: 5 }),
    ]) {
      const { refusal, logged } = await refusalOf(work);
      expect(refusal).toMatchObject({ code: 'SERVICE_UNAVAILABLE', kind });
      expect(refusal.cause).toBeInstanceOf(Error);
      expect(refusal.message).not.toMatch(/YouTube|Error|\d{3}/);
      expect(logged).not.toContain(apiKey);
    }
  });

  test('returns SERVICE_UNAVAILABLE for a fault of the key or the network', async () => {
    const wrong = await refusalOf(opened(rich, 'another-canary').channel({ handle: 'mayarivers' }, 'APP'));
    expect(wrong.refusal.code).toBe('SERVICE_UNAVAILABLE');
    expect(wrong.logged).toContain('400 badRequest');
    expect(wrong.logged).not.toContain('another-canary');
    const nowhere = keyedYoutube('http://127.0.0.1:9/youtube/v3', apiKey);
    expect((await refusalOf(nowhere.channel({ handle: 'mayarivers' }, 'APP'))).refusal.code).toBe(
      'SERVICE_UNAVAILABLE',
    );
  });

  test('is not made when no budget can be reserved', async () => {
    await simulator.forget('unaffordable');
    const poor = spending(() => false);
    await refusalOf(opened(poor).channel({ handle: 'unaffordable' }, 'APP'));
    const latest = opened(poor).latest(simulator.externalIdOf('unaffordable'), 'APP', { limit: 5 });
    expect((await refusalOf(latest)).refusal).toMatchObject({ code: 'SERVICE_UNAVAILABLE', kind: 'OVER_BUDGET' });
    expect(poor.wanted.map(({ units }) => units)).toEqual([1, 2]);
    expect(await simulator.callsFor('unaffordable')).toEqual({});
  });

  test('cannot exceed the reserved budget', async () => {
    const counting = spending(() => true);
    await opened(counting).channel({ handle: 'counted' }, 'APP');
    await opened(counting).latest(simulator.externalIdOf('counted'), 'APP', { limit: 5 });
    expect(await simulator.callsFor('counted')).toEqual({ channels: 2, playlistItems: 1 });
    expect(counting.wanted.map(({ units }) => units)).toEqual([1, 2]);
  });
});

describe('a picture', () => {
  const pictureOf = async (handle: string) => (await opened().channel({ handle }, 'APP'))?.avatarUrl ?? '';

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
