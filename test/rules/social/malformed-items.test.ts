import { describe, expect, test } from 'vitest';
import type { Credential, SocialPlatform } from '../../../functions/platform/social/social-platform.ts';
import { tiktok } from '../../../functions/platform/social/tiktok/tiktok.ts';
import { twitch } from '../../../functions/platform/social/twitch/twitch.ts';
import { x } from '../../../functions/platform/social/x/x.ts';
import { failureOf } from '../../support/social/failure-of.ts';
import { keyedYoutube } from '../../support/social/keyed-youtube.ts';
import { rich } from '../../support/social/meters.ts';
import { appToken, givenToken, grantToken } from '../../support/social/plain-world.ts';
import { serveRecorded } from '../../support/social/recorded.ts';

/** A platform that answers about several posts at once. */
interface Case {
  readonly path: string;
  readonly adapter: (apiUrl: string) => SocialPlatform;
  readonly item: (id: string) => object;
  /** The part of an item that makes it malformed. */
  readonly fault: object;
  /** The answer with these items, when these posts are gone. */
  readonly body: (items: readonly unknown[], gone: readonly string[]) => object;
}

const publishedAt = '2026-05-01T10:00:00Z';
const notFound = (resource_id: string) => ({
  type: 'https://api.x.com/2/problems/resource-not-found',
  resource_id,
});
const cases: Readonly<Record<'YouTube' | 'TikTok' | 'Twitch' | 'X', Case>> = {
  YouTube: {
    path: '/videos',
    adapter: (apiUrl) => keyedYoutube(apiUrl, 'a-key'),
    item: (id) => ({
      ...{ id, snippet: { publishedAt, channelId: 'UC1', title: 'A', description: '' }, statistics: {} },
      ...{ status: { privacyStatus: 'public' }, contentDetails: { duration: 'PT9S' } },
    }),
    fault: { statistics: { viewCount: 'many' } },
    body: (items) => ({ items }),
  },
  TikTok: {
    path: '/video/query/',
    adapter: (apiUrl) => tiktok({ apiUrl }, rich),
    item: (id) => ({ id, create_time: 1_777_629_600, title: '', video_description: '', share_url: '' }),
    fault: { view_count: 'many' },
    body: (videos) => ({ data: { videos }, error: { code: 'ok' } }),
  },
  Twitch: {
    path: '/videos',
    adapter: (apiUrl) => twitch({ apiUrl, clientId: 'client', appToken: givenToken }, rich),
    item: (id) => ({
      ...{ id, user_id: '5', published_at: publishedAt, type: 'archive', title: 'A', description: '' },
      ...{ thumbnail_url: '', viewable: 'public', view_count: 1, duration: '9s' },
    }),
    fault: { view_count: 'many' },
    body: (data) => ({ data }),
  },
  X: {
    path: '/tweets',
    adapter: (apiUrl) => x({ apiUrl, appToken }, rich),
    item: (id) => ({ id, author_id: '5', text: 'A', created_at: publishedAt, public_metrics: {} }),
    fault: { public_metrics: { like_count: 'many' } },
    body: (data, gone) => ({ data, errors: gone.map(notFound) }),
  },
};

const by = (platform: string): Credential =>
  platform === 'TikTok' ? { accessToken: grantToken, externalId: 'own' } : 'APP';

describe.each(Object.entries(cases))('an answer of %s', (platform, { path, adapter, item, fault, body }) => {
  async function read(ids: readonly string[], items: readonly unknown[], gone: readonly string[] = []) {
    const recorded = await serveRecorded({ [path]: { body: body(items, gone) } });
    const readings = adapter(recorded.url).posts(ids, by(platform));
    return readings.finally(() => recorded.stop());
  }
  /** The ids that have a reading, and those that are gone. */
  async function readIds(...asked: Parameters<typeof read>) {
    const readings = [...(await read(...asked))];
    const idsOf = (isGone: boolean) =>
      readings.flatMap(([id, reading]) => ((reading === 'GONE') === isGone ? [id] : [])).sort();
    return { read: idsOf(false), gone: idsOf(true) };
  }

  test('gives no reading to a post whose item is malformed, and reads the others', async () => {
    const items = [item('1'), { ...item('2'), ...fault }, item('3')];
    expect(await readIds(['1', '2', '3', '4'], items, ['4'])).toEqual({ read: ['1', '3'], gone: ['4'] });
  });

  test.each([
    ['a number as its id', { ...item('2'), id: 2 }],
    ['the id of no requested post', { ...item('9'), ...fault }],
    ['no form', null],
  ])('calls no missing post gone when a malformed item has %s', async (_, malformed) => {
    expect(await readIds(['1', '2'], [item('1'), malformed])).toEqual({ read: ['1'], gone: [] });
  });

  test('an answer with only malformed items is a failure', async () => {
    const items = ['1', '2'].map((id) => ({ ...item(id), ...fault }));
    expect((await failureOf(read(['1', '2', '3'], items))).kind).toBe('SILENT');
  });

  test('names the field at fault, and not its value', async () => {
    const { cause } = await failureOf(read(['1'], [{ ...item('1'), ...fault }]));
    expect(String(cause)).toMatch(/(?:viewCount|view_count|like_count) /);
    expect(String(cause)).not.toContain('many');
  });
});
