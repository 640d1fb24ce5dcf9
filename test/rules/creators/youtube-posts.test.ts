import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Spend } from '../../../functions/platform/social/index.ts';
import { youtube } from '../../../functions/platform/social/youtube.ts';
import { type Answer, type Endpoint, json, startEndpoint } from '../../../scripts/local/endpoints/endpoint.ts';
import { startSocialSimulator } from '../../../scripts/local/endpoints/social-simulator/index.ts';
import { simulatorOf } from '../../support/simulator.ts';

const apiKey = 'a-key';
const rich: Spend = async () => true;
let simulated: Endpoint;
let simulator: ReturnType<typeof simulatorOf>;
beforeAll(async () => {
  simulated = await startSocialSimulator({ youtubeKey: apiKey, clock: { now: () => new Date() } });
  simulator = simulatorOf(simulated.url);
});
afterAll(() => simulated.stop());
const opened = (spend = rich) => youtube({ apiUrl: `${simulated.url}/youtube/v3`, apiKey }, spend);

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
    const posts = await youtube({ apiUrl: `${endpoint.url}/youtube/v3`, apiKey }, rich)
      .posts(ids)
      .catch((error) => error.code);
    return { posts, requested };
  } finally {
    await endpoint.stop();
  }
}
const public1 = { privacyStatus: 'public' };

describe('the counts of a YouTube video', () => {
  test('are parsed from digits: hidden counts are null, a counted zero is 0, and saves are always null', async () => {
    const items = [
      {
        id: 'a',
        status: public1,
        statistics: { viewCount: '999999999999999', likeCount: '0', favoriteCount: '0', commentCount: '7' },
      },
      { id: 'b', status: public1, statistics: { viewCount: '12', favoriteCount: '0' } },
      { id: 'c', status: public1 },
      {
        id: 'd',
        status: { privacyStatus: 'unlisted' },
        statistics: { viewCount: '5', likeCount: '1', commentCount: '0' },
      },
      {
        id: 'e',
        status: { privacyStatus: 'private' },
        statistics: { viewCount: '5', likeCount: '1', commentCount: '0' },
      },
    ];
    const { posts, requested } = await madeOf({ kind: 'youtube#videoListResponse', items }, [
      'a',
      'b',
      'c',
      'd',
      'e',
      'gone',
    ]);
    expect(Object.fromEntries(posts)).toEqual({
      a: { views: 999_999_999_999_999, likes: 0, comments: 7, saves: null },
      b: { views: 12, likes: null, comments: null, saves: null },
      c: { views: null, likes: null, comments: null, saves: null },
      d: { views: 5, likes: 1, comments: 0, saves: null },
    });
    expect(requested).toEqual(['/youtube/v3/videos?part=statistics%2Cstatus&id=a%2Cb%2Cc%2Cd%2Ce%2Cgone']);
  });

  test('are empty for unknown videos', async () => {
    expect((await madeOf({ kind: 'youtube#videoListResponse' }, ['gone'])).posts).toEqual(new Map());
    expect(await opened().posts(['nobody-here'])).toEqual(new Map());
  });

  test.each([
    ['-1', { viewCount: '-1' }],
    ['more than a number holds', { viewCount: '9007199254740993' }],
    ['no text', { likeCount: 7 }],
    ['a fraction', { commentCount: '1.5' }],
  ])('make the answer unusable when they contain %s', async (_, statistics) => {
    expect((await madeOf({ items: [{ id: 'a', status: public1, statistics }] }, ['a'])).posts).toBe(
      'SERVICE_UNAVAILABLE',
    );
  });

  test('cost one unit for up to fifty videos, and more or none cause no call', async () => {
    const wanted: number[] = [];
    const counting: Spend = async (units) => {
      wanted.push(units);
      return true;
    };
    const ids = Array.from({ length: 51 }, (_, index) => `v-${index}`);
    await simulator.change('counted', {
      videos: ids.slice(0, 50).map((id) => ({ id, publishedAt: new Date().toISOString(), views: 1 })),
    });
    expect((await opened(counting).posts(ids.slice(0, 50))).size).toBe(50);
    expect(wanted).toEqual([1]);
    await expect(opened(counting).posts(ids)).rejects.toThrow('51');
    await expect(opened(counting).posts([])).rejects.toThrow();
    expect(wanted).toEqual([1]);
    expect(await simulator.callsFor('counted')).toEqual({ videos: 1 });
  });

  test('are not requested when the budget is too small', async () => {
    await simulator.change('dear', { videos: [{ id: 'dear-1', publishedAt: new Date().toISOString(), views: 1 }] });
    await expect(opened(async () => false).posts(['dear-1'])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await simulator.callsFor('dear')).toEqual({});
  });
});

describe('the simulator', () => {
  test('knows every id of a video, increases counts over time, and drops videos that its channel deleted', async () => {
    const [first, again] = [await opened().posts(['dQw4w9WgXcQ']), await opened().posts(['dQw4w9WgXcQ'])];
    expect(first.get('dQw4w9WgXcQ')?.views).toBeGreaterThan(500);
    expect(again).toEqual(first);
    const video = { id: 'was-here-01', publishedAt: new Date().toISOString(), views: 5 };
    await simulator.change('forgetful', { videos: [video] });
    expect((await opened().posts(['was-here-01'])).get('was-here-01')).toMatchObject({
      views: 5,
      likes: 0,
      comments: 0,
    });
    await simulator.change('forgetful', { videos: [] });
    expect(await opened().posts(['was-here-01'])).toEqual(new Map());
  });
});
