import { describe, expect, test } from 'vitest';
import { x } from '../../../../functions/platform/social/x/x.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { failureOf } from '../../../support/social/failure-of.ts';
import { appToken } from '../../../support/social/plain-world.ts';
import { serveRecorded } from '../../../support/social/recorded.ts';
import fidelity from './fidelity.json' with { type: 'json' };

const [documented] = fidelity.posts.body.data;
const id = '1228393702244134912';

async function read(posts: object, ids = [id]) {
  const recorded = await serveRecorded({ '/tweets': { body: posts } });
  const readings = x({ apiUrl: recorded.url, appToken }, new CountingMeter()).posts(ids, 'APP');
  return readings.finally(() => recorded.stop());
}

describe("X's documented example", () => {
  test('of posts gives the reading of one and GONE for the other', async () => {
    const readings = await read(fidelity.posts.body, [id, '456']);
    expect(readings.get('456')).toBe('GONE');
    expect(readings.get(id)).toEqual({
      ownerExternalId: '2244994945',
      publishedAt: new Date('2020-02-14T19:00:55.000Z'),
      visibility: 'PUBLIC',
      mediaType: 'TEXT',
      title: "What did the developer write in their Valentine's card?...",
      coverUrl: null,
      durationSeconds: null,
      hashtags: [],
      counts: { views: 'UNAVAILABLE', likes: 892, comments: 23, saves: 'UNAVAILABLE', shares: 168 },
    });
  });

  test('of metrics and media gives the counts of the post, not the views of its video', async () => {
    const { public_metrics } = fidelity.metrics;
    const { attachments, includes } = fidelity.media;
    const readings = await read({ data: [{ ...documented, public_metrics, attachments }], includes });
    expect(readings.get(id)).toMatchObject({
      mediaType: 'VIDEO',
      durationSeconds: 47,
      coverUrl: 'https://pbs.twimg.com/media/EYeX7akWsAIP1_1.jpg',
      counts: { views: 5_432, likes: 234, comments: 12, saves: 8, shares: 55 },
    });
  });

  test('of a user gives the channel', async () => {
    const recorded = await serveRecorded({ '/users/by/username/XDevelopers': fidelity.user });
    const adapter = x({ apiUrl: recorded.url, appToken }, new CountingMeter());
    const channel = await adapter.channel({ handle: 'XDevelopers' }, 'APP').finally(() => recorded.stop());
    expect(channel).toEqual({
      externalId: '2244994945',
      handle: 'XDevelopers',
      title: 'X Developers',
      description: 'The voice of the X developer community',
      avatarUrl: null,
      followers: 583_423,
    });
  });

  test('without one of the asked posts gives that post no reading, and fails when it has none at all', async () => {
    expect([...(await read({ data: [documented] }, [id, '456'])).keys()]).toEqual([id]);
    expect((await failureOf(read({ data: [documented] }, ['456']))).kind).toBe('SILENT');
  });

  test('with a malformed medium gives no reading to the post that may have it', async () => {
    const { attachments, includes } = fidelity.media;
    const others = [documented, { ...documented, id: '456', attachments }];
    const media = includes.media.map((medium) => ({ ...medium, type: 7 }));
    expect([...(await read({ data: others, includes: { media } }, [id, '456'])).keys()]).toEqual([id]);
  });

  test('with a malformed post beside an error of one of its fields calls the post neither gone nor private', async () => {
    const type = 'https://api.x.com/2/problems/not-authorized-for-resource';
    const data = [documented, { ...documented, id: '456', created_at: 'soon' }];
    expect([...(await read({ data, errors: [{ type, resource_id: '456' }] }, [id, '456'])).keys()]).toEqual([id]);
  });

  test('with a malformed error gives no reading to the post that lacks an explanation', async () => {
    const type = 'https://api.x.com/2/problems/resource-not-found';
    const errors = [
      { type, value: 456 },
      { type, value: '789' },
    ];
    const readings = await read({ data: [documented], errors }, [id, '456', '789']);
    expect([...readings.keys(), readings.get('789')]).toEqual([id, '789', 'GONE']);
  });

  test.each([-1, 1.5, 2 ** 53])('with the count %d is malformed', async (impression_count) => {
    const post = { ...documented, public_metrics: { impression_count } };
    expect((await failureOf(read({ data: [post] }))).kind).toBe('SILENT');
  });

  test('with several photos is a carousel, and with one a photo', async () => {
    const media = ['1', '2'].map((media_key) => ({
      media_key,
      type: 'photo',
      url: `https://pbs.twimg.com/${media_key}`,
    }));
    const withMedia = (media_keys: string[]) =>
      read({ data: [{ ...documented, attachments: { media_keys } }], includes: { media } });
    expect((await withMedia(['1', '2'])).get(id)).toMatchObject({ mediaType: 'CAROUSEL' });
    expect((await withMedia(['2'])).get(id)).toMatchObject({ mediaType: 'PHOTO', coverUrl: 'https://pbs.twimg.com/2' });
  });
});
