import { describe, expect, test } from 'vitest';
import type { Reading } from '../../../../functions/platform/social/social-platform.ts';
import { type Answer, json, startEndpoint } from '../../../../scripts/local/endpoints/endpoint.ts';
import { keyedYoutube } from '../../../support/social/keyed-youtube.ts';
import { rich, spending } from '../../../support/social/meters.ts';
import { ownSimulator } from '../../../support/social/own-simulator.ts';

const apiKey = 'a-key';
const { simulated, simulator } = await ownSimulator('YOUTUBE', { youtubeKey: apiKey });
const opened = (spend = rich) => keyedYoutube(`${simulated.url}/youtube/v3`, apiKey, spend);

/** The adapter's result for this answer, and its calls. */
async function madeOf(body: unknown, ids: readonly string[]) {
  const requested: string[] = [];
  const endpoint = await startEndpoint({
    async handle({ path }): Promise<Answer> {
      requested.push(path);
      return json(200, body);
    },
  });
  try {
    const posts = await keyedYoutube(`${endpoint.url}/youtube/v3`, apiKey)
      .posts(ids, 'APP')
      .catch((error) => error.code);
    return { posts, requested };
  } finally {
    await endpoint.stop();
  }
}
const public1 = { privacyStatus: 'public' };
const snippet = {
  ...{ publishedAt: '2026-11-01T10:00:00Z', channelId: 'UC_x5XG1OV2P6uZZ5FSM9Ttw', title: 'A #Summer mix' },
  description: '',
};
const contentDetails = { duration: 'PT9S' };
const right = { id: 'a', snippet, status: public1, contentDetails, statistics: {} };
const gone = (id: string) => new Map([[id, 'GONE']]);

/** The counts of the readings that have any. */
const countsIn = (posts: ReadonlyMap<string, Reading>) =>
  Object.fromEntries(
    [...posts].flatMap(([id, reading]) => (typeof reading === 'object' ? [[id, reading.counts] as const] : [])),
  );

describe('the counts of a YouTube video', () => {
  test('are parsed from digits: hidden counts have that reason, a counted zero is 0, and saves are never offered', async () => {
    const items = [
      {
        id: 'a',
        snippet,
        status: public1,
        statistics: { viewCount: '999999999999999', likeCount: '0', favoriteCount: '0', commentCount: '7' },
      },
      { id: 'b', snippet, status: public1, statistics: { viewCount: '12', favoriteCount: '0' } },
      { id: 'c', snippet, status: public1, statistics: {} },
      {
        id: 'd',
        snippet,
        status: { privacyStatus: 'unlisted' },
        statistics: { viewCount: '5', likeCount: '1', commentCount: '0' },
      },
      {
        id: 'e',
        snippet,
        status: { privacyStatus: 'private' },
        statistics: { viewCount: '5', likeCount: '1', commentCount: '0' },
      },
    ];
    const given = items.map((item) => ({ ...item, contentDetails }));
    const { posts, requested } = await madeOf({ kind: 'youtube#videoListResponse', items: given }, [
      'a',
      'b',
      'c',
      'd',
      'e',
      'gone',
    ]);
    const never = { saves: 'NOT_OFFERED', shares: 'NOT_OFFERED' };
    expect(countsIn(posts)).toEqual({
      a: { views: 999_999_999_999_999, likes: 0, comments: 7, ...never },
      b: { views: 12, likes: 'HIDDEN', comments: 'HIDDEN', ...never },
      c: { views: 'HIDDEN', likes: 'HIDDEN', comments: 'HIDDEN', ...never },
      d: { views: 5, likes: 1, comments: 0, ...never },
    });
    expect([posts.get('e'), posts.get('gone')]).toEqual(['PRIVATE', 'GONE']);
    expect(requested).toEqual([
      '/youtube/v3/videos?part=snippet%2Cstatistics%2Cstatus%2CcontentDetails%2CliveStreamingDetails&id=a%2Cb%2Cc%2Cd%2Ce%2Cgone',
    ]);
  });

  test('are those of no video when the id is unknown', async () => {
    expect((await madeOf({ items: [], pageInfo: { totalResults: 0 } }, ['gone'])).posts).toEqual(gone('gone'));
    expect(await opened().posts(['nobody-here'], 'APP')).toEqual(gone('nobody-here'));
  });

  test.each([
    ['-1', { viewCount: '-1' }],
    ['more than a number holds', { viewCount: '9007199254740993' }],
    ['no text', { likeCount: 7 }],
    ['a fraction', { commentCount: '1.5' }],
  ])('make the answer unusable when they contain %s', async (_, statistics) => {
    expect((await madeOf({ items: [{ ...right, statistics }] }, ['a'])).posts).toBe('SERVICE_UNAVAILABLE');
  });

  test('cost one unit for up to fifty videos, and more or none cause no call', async () => {
    const counting = spending(() => true);
    const wanted = () => counting.wanted.map(({ units }) => units);
    const ids = Array.from({ length: 51 }, (_, index) => `v-${index}`);
    await simulator.change('counted', {
      posts: ids.slice(0, 50).map((id) => ({ id, publishedAt: new Date().toISOString(), views: 1 })),
    });
    expect((await opened(counting).posts(ids.slice(0, 50), 'APP')).size).toBe(50);
    expect(wanted()).toEqual([1]);
    await expect(opened(counting).posts(ids, 'APP')).rejects.toThrow('51');
    await expect(opened(counting).posts([], 'APP')).rejects.toThrow();
    expect(wanted()).toEqual([1]);
    expect(await simulator.callsFor('counted')).toEqual({ videos: 1 });
  });

  test('are not requested when the budget is too small', async () => {
    await simulator.change('dear', { posts: [{ id: 'dear-1', publishedAt: new Date().toISOString(), views: 1 }] });
    await expect(opened(spending(() => false)).posts(['dear-1'], 'APP')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(await simulator.callsFor('dear')).toEqual({});
  });
});

describe('the reading of a YouTube video', () => {
  const readingOf = async (more: object) => {
    const { posts } = await madeOf({ items: [{ ...right, ...more }] }, ['a']);
    return posts.get('a');
  };

  test('names its channel, its time, its length and its hashtags', async () => {
    expect(await readingOf({ contentDetails: { duration: 'PT1H2M3S' } })).toMatchObject({
      ownerExternalId: snippet.channelId,
      publishedAt: new Date(snippet.publishedAt),
      visibility: 'PUBLIC',
      mediaType: 'VIDEO',
      title: 'A #Summer mix',
      durationSeconds: 3_723,
      hashtags: ['Summer'],
    });
  });

  test('tells streams, announced videos and unlisted ones apart', async () => {
    expect(await readingOf({ liveStreamingDetails: {} })).toMatchObject({ mediaType: 'STREAM' });
    expect(await readingOf({ snippet: { ...snippet, liveBroadcastContent: 'upcoming' } })).toMatchObject({
      visibility: 'UPCOMING',
    });
    expect(await readingOf({ status: { privacyStatus: 'unlisted' } })).toMatchObject({ visibility: 'UNLISTED' });
  });
});

describe('the simulator', () => {
  test('knows every id of a video, increases counts over time, and drops videos that its channel deleted', async () => {
    const [first, again] = [await opened().posts(['dQw4w9WgXcQ'], 'APP'), await opened().posts(['dQw4w9WgXcQ'], 'APP')];
    expect(countsIn(first).dQw4w9WgXcQ?.views).toBeGreaterThan(500);
    expect(again).toEqual(first);
    const video = { id: 'was-here-01', publishedAt: new Date().toISOString(), views: 5 };
    await simulator.change('forgetful', { posts: [video] });
    expect(countsIn(await opened().posts(['was-here-01'], 'APP'))['was-here-01']).toMatchObject({
      views: 5,
      likes: 0,
      comments: 0,
    });
    await simulator.change('forgetful', { posts: [] });
    expect(await opened().posts(['was-here-01'], 'APP')).toEqual(gone('was-here-01'));
  });
});
