import { describe, expect, test } from 'vitest';
import type { Reading, SocialPlatform } from '../../../functions/platform/social/social-platform.ts';
import { failureOf } from '../../support/social/failure-of.ts';
import { type AnsweredPlatform, answeredPlatforms, answeredWith, ownId } from '../../support/social/odd-answers.ts';

const none: Readonly<Record<string, string>> = {
  'an error with status 200': '{"error":{"code":500,"message":"Backend Error","errors":[{"reason":"backendError"}]}}',
  'an error beside an empty list': '{"error":{"code":500},"items":[],"data":[],"pageInfo":{"totalResults":0}}',
  'an empty object': '{}',
  null: 'null',
  'a list alone': '[]',
  'a page of HTML': '<!doctype html><title>502</title>',
  'JSON that is cut off': '{"items":[{"id":"11"',
  'no byte': '',
};
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
  ['YouTube', { items: [], pageInfo: { totalResults: 12 } }],
  ['YouTube', { items: [] }],
  ['TikTok', { data: { videos: [] }, error: { code: 'ok' } }],
  ['Twitch', { data: [] }],
  ['X', { meta: { result_count: 12 } }],
])('a list of %s that is empty is no answer as %j', async (name, body) => {
  const platform = answeredPlatforms[name] ?? expect.fail();
  expect((await failureOf(latestOf(platform, JSON.stringify(body)))).kind).toBe('SILENT');
});

describe.each(withPosts)('posts that $name answers', ({ name, platform, posts: { path, body, item, count } }) => {
  const read = (text: string) =>
    answeredWith(platform, { [path]: text }, (adapter) => adapter.posts(['11', '12'], platform.by));
  const readItems = async (...items: readonly object[]): Promise<Readonly<Record<string, Reading | 'READ'>>> => {
    const readings = [...(await read(JSON.stringify(body(items))))];
    return Object.fromEntries(readings.map(([id, reading]) => [id, typeof reading === 'string' ? reading : 'READ']));
  };

  test.each(Object.entries(none))('are no answer when it is %s', async (_, text) => {
    expect((await failureOf(read(text))).kind).toBe('SILENT');
  });

  test('are read when they are right, also with others among them', async () => {
    const both = { 11: 'READ', 12: 'READ' };
    expect(await readItems(item('11'), item('12', count(5)))).toEqual(both);
    expect(await readItems(item('99'), item('12'), item('11'))).toEqual(both);
  });

  test('are gone when the platform answers for others alone, or says so', async () => {
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

  test.each([
    ['of another type', name === 'YouTube' ? 7 : '7'],
    ['below zero', count(-1)],
    ['above 2^53', count(2 ** 53)],
    ['that is a fraction', count(1.5)],
    ['that is null', null],
  ])('have no reading of a post with a count %s, and one of the others', async (_, views) => {
    expect(await readItems(item('11', views), item('12'))).toEqual({ 12: 'READ' });
  });
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

describe('a post of Instagram', () => {
  const platform = answeredPlatforms.Instagram ?? expect.fail();
  const timestamp = '2026-05-01T10:00:00+0000';
  const listed = (shortcode: string) => ({
    data: [{ id: '31', permalink: `https://www.instagram.com/p/${shortcode}/`, timestamp }],
  });
  const read = (shortcode: string, texts: Readonly<Record<string, string>>) =>
    answeredWith(platform, texts, (adapter) => adapter.posts([shortcode], platform.by));

  test.each(Object.entries(none))('is not gone when the list of its account is %s', async (_, text) => {
    expect((await failureOf(read('LISTEDNEVER', { '/me/media': text }))).kind).toBe('SILENT');
  });

  test('is gone when the list has only others', async () => {
    const readings = await read('DELETEDPOST', { '/me/media': JSON.stringify(listed('ANOTHERPOST')) });
    expect(readings.get('DELETEDPOST')).toBe('GONE');
  });

  const next = 'https://graph.instagram.com/v25.0/5551/media';
  test.each([
    ['has an item without permalink', { data: [...listed('ANOTHERPOST').data, { id: '32', timestamp }] }],
    ['has only items without permalink', { data: [{ id: '32', timestamp }] }],
    [
      'has an address of no known form',
      { data: [{ id: '32', timestamp, permalink: 'https://instagram.com/share/1' }] },
    ],
    ['has a next page without paging cursors', { ...listed('ANOTHERPOST'), paging: { next } }],
    ['has a next page without its cursor', { ...listed('ANOTHERPOST'), paging: { next, cursors: {} } }],
    ['repeats a cursor', { ...listed('ANOTHERPOST'), paging: { next, cursors: { after: 'A' } } }],
    ['is empty and its profile counts posts', { data: [] }, { media_count: 12 }],
    ['is empty and its profile counts nothing', { data: [] }, {}],
    ['is empty and the profile is of another account', { data: [] }, { media_count: 0, user_id: '777' }],
  ])('is not gone when the list of its account %s', async (_, list, counted = {}) => {
    const profile = { user_id: ownId, username: 'a', ...counted };
    const texts = { '/me/media': JSON.stringify(list), '/me': JSON.stringify(profile) };
    expect((await failureOf(read('LISTEDNEVER', texts))).kind).toBe('SILENT');
  });

  test('the post is gone when the list is empty and the profile counts no posts', async () => {
    const profile = JSON.stringify({ user_id: ownId, username: 'a', media_count: 0 });
    const readings = await read('DELETEDPOST', { '/me/media': '{"data":[]}', '/me': profile });
    expect(readings.get('DELETEDPOST')).toBe('GONE');
  });

  test('the post is read although another item of the list has no permalink', async () => {
    const list = { data: [{ id: '32', timestamp }, ...listed('THISONEREAD').data] };
    const own = { id: '31', media_type: 'VIDEO', timestamp };
    const texts = { '/me/media': list, '/31': own, '/31/insights': { data: [] } };
    const readings = await read(
      'THISONEREAD',
      Object.fromEntries(Object.entries(texts).map(([path, body]) => [path, JSON.stringify(body)])),
    );
    expect(readings.get('THISONEREAD')).toMatchObject({ mediaId: '31' });
  });

  const other = { id: '32', media_type: 'VIDEO', timestamp };
  test.each([...Object.entries(none), ['another post', JSON.stringify(other)] as const])(
    'has no reading when its own answer is %s',
    async (_, text) => {
      const texts = { '/me/media': JSON.stringify(listed('ONEOFTHEIRS')), '/31': text };
      expect((await failureOf(read('ONEOFTHEIRS', texts))).kind).toBe('SILENT');
    },
  );
});
