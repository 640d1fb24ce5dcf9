import { describe, expect, test } from 'vitest';
import type { Grant } from '../../../../functions/platform/social/social-platform.ts';
import { tiktok } from '../../../../functions/platform/social/tiktok/tiktok.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { failureOf } from '../../../support/social/failure-of.ts';
import { grantToken } from '../../../support/social/plain-world.ts';
import { serveRecorded } from '../../../support/social/recorded.ts';
import fidelity from './fidelity.json' with { type: 'json' };

const grant: Grant = { accessToken: grantToken, externalId: '723f24d7-e717-40f8-a2b6-cb8464cd23b4' };
const [first, second] = fidelity.query.body.data.videos;
const { fields } = fidelity.videoObject;
const { error } = fidelity.query.body;
const id = '1234123412345678567';

async function asked<T>(
  recording: Parameters<typeof serveRecorded>[0],
  ask: (adapter: ReturnType<typeof tiktok>) => Promise<T>,
): Promise<T> {
  const recorded = await serveRecorded(recording);
  return ask(tiktok({ apiUrl: recorded.url }, new CountingMeter())).finally(() => recorded.stop());
}
const readingOf = async (changes: object) => {
  const body = { data: { videos: [{ ...first, ...fields, ...changes }] }, error };
  return (await asked({ '/video/query/': { body } }, (adapter) => adapter.posts([id], grant))).get(id);
};

describe("TikTok's documented example", () => {
  test('of a user gives the channel, without what was not granted', async () => {
    const channel = await asked({ '/user/info/': fidelity.user }, (adapter) => adapter.channel('OWN', grant));
    expect(channel).toEqual({
      externalId: '723f24d7-e717-40f8-a2b6-cb8464cd23b4',
      handle: null,
      title: '',
      description: '',
      avatarUrl: 'https://p19-sign.tiktokcdn-us.com/tos-avt-0068-tx/b17f0e4b3a4f4a50993cf72cda8b88b8~c5_168x168.jpeg',
      followers: null,
    });
  });

  test('of a list gives its posts, when they have the requested time', async () => {
    const { data } = fidelity.list.body;
    const [video] = data.videos;
    const body = { data: { ...data, videos: [{ ...video, ...fields }] }, error };
    const page = await asked({ '/video/list/': { body } }, (adapter) =>
      adapter.latest(grant.externalId, grant, { limit: 5 }),
    );
    expect(page).toEqual({
      posts: [{ contentId: '12345123451234512345', publishedAt: new Date('2022-01-28T01:20:03Z') }],
      next: null,
    });
    const more = { data: { ...body.data, has_more: true }, error };
    const { next } = await asked({ '/video/list/': { body: more } }, (adapter) =>
      adapter.latest(grant.externalId, grant, { limit: 5 }),
    );
    expect(next).toBe('1643332803000');
  });

  test('of a query gives the readings, whatever other fields it has, and GONE for a missing id', async () => {
    const videos = [
      { ...first, ...fields, is_aigc: false },
      { ...second, create_time: fields.create_time, video_description: '', share_url: '' },
    ];
    const body = { data: { videos, new_field: [] }, error, extra: {} };
    const readings = await asked({ '/video/query/': { body } }, (adapter) =>
      adapter.posts([id, '1010102020203030303', '3'], grant),
    );
    expect(readings.get('3')).toBe('GONE');
    expect(readings.get(id)).toEqual({
      ownerExternalId: grant.externalId,
      publishedAt: new Date('2022-01-28T01:20:03Z'),
      visibility: 'PUBLIC',
      mediaType: 'VIDEO',
      title: 'Video 1',
      coverUrl: 'https://p16-sign.tiktokcdn-us.com/example~tplv-noop.image',
      durationSeconds: 34,
      hashtags: ['baking'],
      counts: { views: 18_422, likes: 1_510, comments: 42, saves: 'NOT_OFFERED', shares: 7 },
    });
    // A missing count is unknown, and a post that is not known to be a video is none.
    expect(readings.get('1010102020203030303')).toMatchObject({
      mediaType: 'PHOTO',
      durationSeconds: null,
      counts: {
        views: 'UNAVAILABLE',
        likes: 'UNAVAILABLE',
        comments: 'UNAVAILABLE',
        saves: 'NOT_OFFERED',
        shares: 'UNAVAILABLE',
      },
    });
  });

  test.each(['view_count', 'like_count', 'comment_count', 'share_count'])(
    'without %s has one unknown count, and never 0 for it',
    async (name) => {
      const reading = await readingOf({ [name]: undefined });
      const counts = typeof reading === 'object' ? Object.values(reading.counts) : [];
      expect(counts.filter((count) => count === 'UNAVAILABLE')).toHaveLength(1);
      expect(counts).not.toContain(0);
    },
  );

  test.each([-1, 1.5, 2 ** 53, '7', null])('with the count %j is malformed', async (view_count) => {
    expect((await failureOf(readingOf({ view_count }))).kind).toBe('SILENT');
  });

  test.each([
    [{ duration: 0 }, 'PHOTO'],
    [{ share_url: 'https://www.tiktok.com/@tiktok/photo/1234123412345678567' }, 'PHOTO'],
    [{ share_url: '' }, 'VIDEO'],
    [{}, 'VIDEO'],
  ])('with %j is a %s', async (changes, mediaType) => {
    expect(await readingOf(changes)).toMatchObject({ mediaType });
  });

  test('of a missing scope is a refused grant, also with status 200', async () => {
    for (const status of [401, 200]) {
      const recording = { '/video/query/': { ...fidelity.scopeMissing, status } };
      const failure = await failureOf(asked(recording, (adapter) => adapter.posts([id], grant)));
      expect(failure.kind).toBe('NOT_GRANTED');
    }
  });

  test.each([
    [200, { data: {} }, 'SILENT'],
    [200, { data: {}, error: { code: 'internal_error' } }, 'SILENT'],
    [400, { data: {}, error: { code: 'invalid_params' } }, 'DECLINED'],
    [403, 'Forbidden by a proxy', 'SILENT'],
    [401, 'Unauthorized', 'GRANT_REFUSED'],
    [429, 'Too many requests', 'LIMITED'],
    [200, { data: {}, error: { code: 'rate_limit_exceeded' } }, 'LIMITED'],
    [403, { data: {}, error: { code: 'spam_risk_too_many_posts' } }, 'LIMITED'],
  ])('with status %i and %j is %s', async (status, body, kind) => {
    const recording = { '/video/query/': { status, body } };
    expect((await failureOf(asked(recording, (adapter) => adapter.posts([id], grant)))).kind).toBe(kind);
  });
});
