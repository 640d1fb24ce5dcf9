import { instagram } from '../../../functions/platform/social/instagram/instagram.ts';
import { kick } from '../../../functions/platform/social/kick/kick.ts';
import type { Credential, SocialPlatform } from '../../../functions/platform/social/social-platform.ts';
import { tiktok } from '../../../functions/platform/social/tiktok/tiktok.ts';
import { twitch } from '../../../functions/platform/social/twitch/twitch.ts';
import { withUsableAnswers } from '../../../functions/platform/social/usable-answers.ts';
import { x } from '../../../functions/platform/social/x/x.ts';
import { startEndpoint } from '../../../scripts/local/endpoints/endpoint.ts';
import { keyedYoutube } from './keyed-youtube.ts';
import { rich } from './meters.ts';
import { appToken, givenToken, grantToken } from './plain-world.ts';

/** The id of the account that each call asks for. */
export const ownId = '5551';

/** A platform, with its right answers. */
export interface AnsweredPlatform {
  readonly adapter: (apiUrl: string) => SocialPlatform;
  readonly by: Credential;
  /** The answer to the question for an account, here of this id; and the path of the question. */
  readonly channel: { readonly path: string; readonly body: (id: string) => object };
  /** Null: the platform has no posts. */
  readonly latest: { readonly path: string; readonly body: object } | null;
  /** The answer with posts of these ids, and one with a count. */
  readonly posts: {
    readonly path: string;
    readonly body: (items: readonly object[]) => object;
    readonly item: (id: unknown, views?: unknown) => object;
    /** A count in the right form. */
    readonly count: (views: number) => unknown;
  } | null;
}

const grant: Credential = { accessToken: grantToken, externalId: ownId };
const at = '2026-05-01T10:00:00Z';

export const answeredPlatforms: Readonly<Record<string, AnsweredPlatform>> = {
  YouTube: {
    adapter: (url) => keyedYoutube(url, 'a-key'),
    by: 'APP',
    channel: { path: '/channels', body: (id) => ({ items: [{ id, snippet: { title: 'A', thumbnails: {} } }] }) },
    latest: {
      path: '/playlistItems',
      body: { items: [{ contentDetails: { videoId: '11', videoPublishedAt: at } }], pageInfo: { totalResults: 1 } },
    },
    posts: {
      path: '/videos',
      body: (items) => ({ items, pageInfo: { totalResults: items.length } }),
      item: (id, viewCount) => ({
        ...{ id, snippet: { publishedAt: at, channelId: ownId }, status: { privacyStatus: 'public' } },
        ...(viewCount !== undefined && { statistics: { viewCount } }),
      }),
      count: String,
    },
  },
  TikTok: {
    adapter: (apiUrl) => tiktok({ apiUrl }, rich),
    by: grant,
    channel: {
      path: '/user/info/',
      body: (open_id) => ({ data: { user: { open_id, display_name: 'A', username: 'a' } }, error: { code: 'ok' } }),
    },
    latest: {
      path: '/video/list/',
      body: {
        data: { videos: [{ id: '11', create_time: 1_777_629_600 }], cursor: 1, has_more: false },
        error: { code: 'ok' },
      },
    },
    posts: {
      path: '/video/query/',
      body: (videos) => ({ data: { videos }, error: { code: 'ok' } }),
      item: (id, view_count) => ({ id, create_time: 1_777_629_600, ...(view_count !== undefined && { view_count }) }),
      count: (views) => views,
    },
  },
  Twitch: {
    adapter: (apiUrl) => twitch({ apiUrl, clientId: 'client', appToken: givenToken }, rich),
    by: 'APP',
    channel: { path: '/users', body: (id) => ({ data: [{ id, login: 'a', display_name: 'A' }] }) },
    latest: { path: '/videos', body: { data: [{ id: '11', published_at: at }], pagination: {} } },
    posts: {
      path: '/videos',
      body: (data) => ({ data, pagination: {} }),
      item: (id, view_count) => ({
        ...{ id, user_id: ownId, published_at: at, type: 'archive' },
        ...(view_count !== undefined && { view_count }),
      }),
      count: (views) => views,
    },
  },
  X: {
    adapter: (apiUrl) => x({ apiUrl, appToken }, rich),
    by: 'APP',
    channel: { path: `/users/${ownId}`, body: (id) => ({ data: { id, name: 'A', username: 'a' } }) },
    latest: {
      path: `/users/${ownId}/tweets`,
      body: { data: [{ id: '11', created_at: at }], meta: { result_count: 1 } },
    },
    posts: {
      path: '/tweets',
      body: (data) => ({ data }),
      item: (id, impression_count) => ({
        ...{ id, created_at: at },
        ...(impression_count !== undefined && { public_metrics: { impression_count } }),
      }),
      count: (views) => views,
    },
  },
  Instagram: {
    adapter: (apiUrl) => instagram({ apiUrl }, rich),
    by: grant,
    channel: { path: '/me', body: (user_id) => ({ user_id, username: 'a' }) },
    latest: {
      path: '/me/media',
      body: {
        data: [
          { id: '11', permalink: 'https://www.instagram.com/p/ABCDEFGHIJK/', timestamp: '2026-05-01T10:00:00+0000' },
        ],
      },
    },
    posts: null,
  },
  Kick: {
    adapter: (apiUrl) => kick({ apiUrl, appToken: givenToken }, rich),
    by: 'APP',
    channel: { path: '/channels', body: (id) => ({ data: [{ broadcaster_user_id: Number(id), slug: 'a' }] }) },
    latest: null,
    posts: null,
  },
};

/** What the other requests of a call are answered with. */
const besides: Readonly<Record<string, object>> = {
  '/channels': {
    items: [
      {
        ...{ id: ownId, snippet: { title: 'A', thumbnails: {} } },
        contentDetails: { relatedPlaylists: { uploads: 'UU1' } },
      },
    ],
  },
  '/channels/followers': { total: 1 },
  '/users': { data: [{ user_id: Number(ownId), name: 'A' }] },
};

/** Runs a call of an adapter against a platform that answers these texts, by the path of the request, with this status. */
export async function answeredWith<T>(
  { adapter }: AnsweredPlatform,
  texts: Readonly<Record<string, string>>,
  call: (adapter: SocialPlatform) => Promise<T>,
  status = 200,
): Promise<T> {
  const endpoint = await startEndpoint({
    async handle(request) {
      const { pathname } = new URL(request.path, 'http://127.0.0.1');
      const text = texts[pathname];
      return text === undefined
        ? { status: 200, body: JSON.stringify(besides[pathname] ?? {}) }
        : { status, body: text };
    },
  });
  return call(withUsableAnswers(adapter(endpoint.url))).finally(() => endpoint.stop());
}
