import { describe, expect, test } from 'vitest';
import type { Reading, SocialPlatform } from '../../../functions/platform/social/social-platform.ts';
import { failureOf } from '../../support/social/failure-of.ts';
import {
  type AnsweredPlatform,
  answeredPlatforms,
  answeredWith,
  lacking,
  noAnswers as none,
  ownId,
} from '../../support/social/odd-answers.ts';

const platforms = Object.entries(answeredPlatforms);
const withLists = platforms.flatMap(([name, platform]) =>
  platform.latest === null ? [] : [[name, platform] as const],
);
const withPosts = platforms.flatMap(([name, platform]) =>
  platform.posts === null ? [] : [{ name, platform, posts: platform.posts }],
);

const channelOf = (platform: AnsweredPlatform, text: string) =>
  answeredWith(platform, { [platform.channel.path]: text }, (adapter) =>
    adapter.channel(platform.by === 'APP' ? { externalId: ownId } : 'OWN', platform.by),
  );
const latestOf = (platform: AnsweredPlatform, text: string) =>
  answeredWith(platform, { [platform.latest?.path ?? '']: text }, (adapter) =>
    adapter.latest(ownId, platform.by, { limit: 50 }),
  );

describe.each(platforms)('the profile that %s answers', (_, platform) => {
  test('is read when it is right', async () => {
    const found = await channelOf(platform, JSON.stringify(platform.channel.body(ownId)));
    expect(found?.externalId).toBe(ownId);
  });

  test.each(Object.entries(none))('is no answer when it is %s', async (_, text) => {
    expect((await failureOf(channelOf(platform, text))).kind).toBe('SILENT');
  });

  test.each(platform.channel.parts)('a profile is no answer without its %s', async (part) => {
    const text = JSON.stringify(lacking(platform.channel.body(ownId), part));
    expect((await failureOf(channelOf(platform, text))).kind).toBe('SILENT');
  });

  test('is no answer when it is of another account', async () => {
    expect((await failureOf(channelOf(platform, JSON.stringify(platform.channel.body('777'))))).kind).toBe('SILENT');
  });
});

test.each([
  ['YouTube', { pageInfo: { totalResults: 0 } }],
  ['Twitch', { data: [] }],
  ['Kick', { data: [] }],
  ['X', { errors: [{ type: 'https://api.x.com/2/problems/resource-not-found', resource_id: ownId }] }],
])('%s says by %j that it has no such account', async (name, body) => {
  expect(await channelOf(answeredPlatforms[name] ?? expect.fail(), JSON.stringify(body))).toBeNull();
});

describe.each(withLists)('the list of posts that %s answers', (_, platform) => {
  test('is read when it is right', async () => {
    expect((await latestOf(platform, JSON.stringify(platform.latest?.body))).posts).toHaveLength(1);
  });

  test.each(Object.entries(none))('is no answer when it is %s', async (_, text) => {
    expect((await failureOf(latestOf(platform, text))).kind).toBe('SILENT');
  });
});

test.each([
  ['YouTube', { items: [], pageInfo: { totalResults: 0 } }],
  ['TikTok', { data: { videos: [], cursor: 0, has_more: false }, error: { code: 'ok' } }],
  ['Twitch', { data: [], pagination: {} }],
  ['Instagram', { data: [] }],
  ['X', { meta: { result_count: 0 } }],
])('%s says by %j that the account shows no posts', async (name, body) => {
  const platform = answeredPlatforms[name] ?? expect.fail();
  expect(await latestOf(platform, JSON.stringify(body))).toEqual({ posts: [], next: null });
});

test.each([
  [
    'YouTube',
    { items: [{ contentDetails: { videoId: '11' } }], nextPageToken: 'two', pageInfo: { totalResults: 51 } },
    'UU1 two',
  ],
  ['TikTok', { data: { videos: [], cursor: 7, has_more: true }, error: { code: 'ok' } }, '7'],
  ['Twitch', { data: [], pagination: { cursor: 'two' } }, 'two'],
  [
    'Instagram',
    {
      data: [
        {
          id: '11',
          permalink: 'https://www.instagram.com/p/abcde/',
          timestamp: '2026-05-01T10:00:00Z',
          media_product_type: 'AD',
        },
      ],
      paging: { cursors: { after: 'two' }, next: 'https://example.com' },
    },
    'two',
  ],
  ['X', { meta: { result_count: 0, next_token: 'two' } }, 'two'],
])('a page of %s without posts, %j, is not the end when another one follows', async (name, body, next) => {
  const platform = answeredPlatforms[name] ?? expect.fail();
  expect(await latestOf(platform, JSON.stringify(body))).toEqual({ posts: [], next });
});

test.each([
  ['YouTube', { items: [], pageInfo: { totalResults: 12 } }],
  ['YouTube', { items: [] }],
  ['TikTok', { data: { videos: [] }, error: { code: 'ok' } }],
  ['Twitch', { data: [] }],
  ['X', { meta: { result_count: 12 } }],
])('a list of %s that is empty is no answer as %j', async (name, body) => {
  const platform = answeredPlatforms[name] ?? expect.fail();
  expect((await failureOf(latestOf(platform, JSON.stringify(body)))).kind).toBe('SILENT');
});

describe.each(withPosts)(
  'posts that $name answers',
  ({ name, platform, posts: { path, body, item, parts, count } }) => {
    const read = (text: string) =>
      answeredWith(platform, { [path]: text }, (adapter) => adapter.posts(['11', '12'], platform.by));
    const readItems = async (...items: readonly object[]): Promise<Readonly<Record<string, Reading | 'READ'>>> => {
      const readings = [...(await read(JSON.stringify(body(items))))];
      return Object.fromEntries(readings.map(([id, reading]) => [id, typeof reading === 'string' ? reading : 'READ']));
    };

    test.each(Object.entries(none))('are no answer when it is %s', async (_, text) => {
      expect((await failureOf(read(text))).kind).toBe('SILENT');
    });

    test('the posts are read when they are right, also with others among them', async () => {
      const both = { 11: 'READ', 12: 'READ' };
      expect(await readItems(item('11'), item('12', count(5)))).toEqual(both);
      expect(await readItems(item('99'), item('12'), item('11'))).toEqual(both);
    });

    test('the posts are gone when the platform answers for others alone, or says so', async () => {
      // X names each post that is gone.
      expect(await readItems(item('11'))).toEqual(name === 'X' ? { 11: 'READ' } : { 11: 'READ', 12: 'GONE' });
    });

    test.each([
      ['other ids', [item('98'), item('99')]],
      ['numbers as ids', [item(11), item(12)]],
      ['items of no form', [{}, {}]],
    ])('are no answer with %s', async (_, items) => {
      expect((await failureOf(readItems(...items))).kind).toBe('SILENT');
    });

    test.each(parts)('have no reading of a post whose item lacks its %s, and one of the others', async (part) => {
      expect(await readItems(lacking(item('11', count(5)), part), item('12'))).toEqual({ 12: 'READ' });
    });

    test('have no count where the platform states none, and never 0', async () => {
      const reading = (await read(JSON.stringify(body([item('11')])))).get('11');
      const { views } = typeof reading === 'object' ? reading.counts : expect.fail();
      expect(views).toBe(name === 'YouTube' ? 'HIDDEN' : 'UNAVAILABLE');
    });

    test.each([
      ['of another type', name === 'YouTube' ? 7 : '7'],
      ['below zero', count(-1)],
      ['above 2^53', count(2 ** 53)],
      ['that is a fraction', count(1.5)],
      ['that is null', null],
    ])('have no reading of a post with a count %s, and one of the others', async (_, views) => {
      expect(await readItems(item('11', views), item('12'))).toEqual({ 12: 'READ' });
    });
  },
);

test('a post of X whose media are missing from the answer has no reading, and is not one of another kind', async () => {
  const platform = answeredPlatforms.X ?? expect.fail();
  const { path, item, body } = platform.posts ?? expect.fail();
  const withMedia = { ...item('11'), attachments: { media_keys: ['3_1'] } };
  const texts = { [path]: JSON.stringify(body([withMedia, item('12')])) };
  const readings = await answeredWith(platform, texts, (adapter) => adapter.posts(['11', '12'], platform.by));
  expect([...readings.keys()]).toEqual(['12']);
});

const bothGone = { 11: 'GONE', 12: 'GONE' };
const twitchGone = { error: 'Not Found', status: 404, message: 'video not found' };
test.each([
  ['YouTube', 200, { items: [], pageInfo: { totalResults: 0 } }, bothGone],
  ['YouTube', 200, { items: [], pageInfo: { totalResults: 2 } }, 'SILENT'],
  ['YouTube', 200, { items: [] }, 'SILENT'],
  ['YouTube', 200, { pageInfo: { totalResults: 0 } }, 'SILENT'],
  ['TikTok', 200, { data: { videos: [] }, error: { code: 'ok' } }, bothGone],
  ['TikTok', 200, { data: {}, error: { code: 'ok' } }, 'SILENT'],
  ['TikTok', 200, { data: { videos: [] } }, 'SILENT'],
  ['Twitch', 404, twitchGone, bothGone],
  ['Twitch', 200, { data: [], pagination: {} }, 'SILENT'],
  ['Twitch', 404, {}, 'SILENT'],
  ['X', 200, { data: [] }, 'SILENT'],
  [
    'X',
    200,
    { errors: [{ type: 'https://api.x.com/2/problems/resource-not-found', resource_id: '11' }] },
    { 11: 'GONE' },
  ],
])('%s with status %i and %j for two posts', async (name, status, body, outcome) => {
  const platform = answeredPlatforms[name] ?? expect.fail();
  const texts = { [platform.posts?.path ?? '']: JSON.stringify(body) };
  const ask = (adapter: SocialPlatform) => adapter.posts(['11', '12'], platform.by);
  const read = answeredWith(platform, texts, ask, status);
  if (outcome === 'SILENT') expect((await failureOf(read)).kind).toBe('SILENT');
  else expect(Object.fromEntries(await read)).toEqual(outcome);
});
