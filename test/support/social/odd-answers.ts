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

/** Texts that are no answer of any platform, with status 200. */
export const noAnswers: Readonly<Record<string, string>> = {
  'an error with status 200': '{"error":{"code":500,"message":"Backend Error","errors":[{"reason":"backendError"}]}}',
  'an error beside an empty list': '{"error":{"code":500},"items":[],"data":[],"pageInfo":{"totalResults":0}}',
  'an empty object': '{}',
  null: 'null',
  'a list alone': '[]',
  'a page of HTML': '<!doctype html><title>502</title>',
  'JSON that is cut off': '{"items":[{"id":"11"',
  'no byte': '',
};

/** A platform, with its right answers. */
export interface AnsweredPlatform {
  readonly adapter: (apiUrl: string) => SocialPlatform;
  readonly by: Credential;
  /** The answer to the question for an account, here of this id; the path of the question; and the paths of what the answer always has. */
  readonly channel: {
    readonly path: string;
    readonly body: (id: string) => object;
    readonly parts: readonly string[];
  };
  /** Null: the platform has no posts. */
  readonly latest: { readonly path: string; readonly body: object } | null;
  /** The answer with posts of these ids, and one with a count. */
  readonly posts: {
    readonly path: string;
    readonly body: (items: readonly object[]) => object;
    readonly item: (id: unknown, views?: unknown) => object;
    /** The paths of what each item always has. */
    readonly parts: readonly string[];
    /** A count in the right form. */
    readonly count: (views: number) => unknown;
  } | null;
}

const grant: Credential = { accessToken: grantToken, externalId: ownId };
const at = '2026-05-01T10:00:00Z';

const youtubeSnippet = { publishedAt: at, channelId: ownId, title: 'A', description: '', thumbnails: {} };
const youtubeChannel = (id: string) => ({
  ...{ id, snippet: { title: 'A', description: '', thumbnails: {} } },
  contentDetails: { relatedPlaylists: { uploads: 'UU1' } },
  statistics: { subscriberCount: '1', hiddenSubscriberCount: false },
});

export const answeredPlatforms: Readonly<Record<string, AnsweredPlatform>> = {
  YouTube: {
    adapter: (url) => keyedYoutube(url, 'a-key'),
    by: 'APP',
    channel: {
      path: '/channels',
      body: (id) => ({ items: [youtubeChannel(id)] }),
      parts: ['id', 'snippet', 'snippet.title', 'snippet.description', 'statistics', 'contentDetails'].map(
        (part) => `items.0.${part}`,
      ),
    },
    latest: {
      path: '/playlistItems',
      body: { items: [{ contentDetails: { videoId: '11', videoPublishedAt: at } }], pageInfo: { totalResults: 1 } },
    },
    posts: {
      path: '/videos',
      body: (items) => ({ items, pageInfo: { totalResults: items.length } }),
      item: (id, viewCount) => ({
        ...{ id, snippet: youtubeSnippet, status: { privacyStatus: 'public' }, contentDetails: { duration: 'PT9S' } },
        statistics: { ...(viewCount !== undefined && { viewCount }) },
      }),
      parts: [
        ...['snippet', 'snippet.publishedAt', 'snippet.channelId', 'snippet.title', 'snippet.description'],
        ...['status', 'status.privacyStatus', 'contentDetails', 'contentDetails.duration', 'statistics'],
      ],
      count: String,
    },
  },
  TikTok: {
    adapter: (apiUrl) => tiktok({ apiUrl }, rich),
    by: grant,
    channel: {
      path: '/user/info/',
      body: (open_id) => ({ data: { user: { open_id, display_name: 'A', username: 'a' } }, error: { code: 'ok' } }),
      parts: ['data', 'data.user', 'data.user.open_id', 'error'],
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
      item: (id, view_count) => ({
        ...{ id, create_time: 1_777_629_600, title: '', video_description: 'A', share_url: 'https://tiktok.com/v/1' },
        ...(view_count !== undefined && { view_count }),
      }),
      parts: ['create_time', 'title', 'video_description', 'share_url'],
      count: (views) => views,
    },
  },
  Twitch: {
    adapter: (apiUrl) => twitch({ apiUrl, clientId: 'client', appToken: givenToken }, rich),
    by: 'APP',
    channel: {
      path: '/users',
      body: (id) => ({ data: [{ id, login: 'a', display_name: 'A', description: '', profile_image_url: '' }] }),
      parts: ['id', 'login', 'display_name', 'description', 'profile_image_url'].map((part) => `data.0.${part}`),
    },
    latest: { path: '/videos', body: { data: [{ id: '11', published_at: at }], pagination: {} } },
    posts: {
      path: '/videos',
      body: (data) => ({ data, pagination: {} }),
      item: (id, view_count) => ({
        ...{ id, user_id: ownId, published_at: at, type: 'archive', title: 'A', description: '', duration: '9s' },
        ...{ thumbnail_url: '', viewable: 'public', ...(view_count !== undefined && { view_count }) },
      }),
      parts: ['user_id', 'published_at', 'type', 'title', 'description', 'duration', 'thumbnail_url', 'viewable'],
      count: (views) => views,
    },
  },
  X: {
    adapter: (apiUrl) => x({ apiUrl, appToken }, rich),
    by: 'APP',
    channel: {
      path: `/users/${ownId}`,
      body: (id) => ({ data: { id, name: 'A', username: 'a', description: '', public_metrics: {} } }),
      parts: ['data', 'data.id', 'data.name', 'data.username', 'data.description', 'data.public_metrics'],
    },
    latest: {
      path: `/users/${ownId}/tweets`,
      body: { data: [{ id: '11', created_at: at }], meta: { result_count: 1 } },
    },
    posts: {
      path: '/tweets',
      body: (data) => ({ data }),
      item: (id, impression_count) => ({
        ...{ id, author_id: ownId, text: 'A', created_at: at },
        public_metrics: { ...(impression_count !== undefined && { impression_count }) },
      }),
      parts: ['author_id', 'text', 'created_at', 'public_metrics'],
      count: (views) => views,
    },
  },
  Instagram: {
    adapter: (apiUrl) => instagram({ apiUrl }, rich),
    by: grant,
    channel: { path: '/me', body: (user_id) => ({ user_id, username: 'a' }), parts: ['user_id', 'username'] },
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
    channel: {
      path: '/channels',
      body: (id) => ({ data: [{ broadcaster_user_id: Number(id), slug: 'a' }] }),
      parts: ['data', 'data.0.broadcaster_user_id', 'data.0.slug'],
    },
    latest: null,
    posts: null,
  },
};

/** What the other requests of a call are answered with. */
const besides: Readonly<Record<string, object>> = {
  '/channels': { items: [youtubeChannel(ownId)] },
  '/channels/followers': { total: 1 },
  '/users': { data: [{ user_id: Number(ownId), name: 'A' }] },
};

/** The answer without what is at this path. */
export function lacking(answer: object, path: string): object {
  const left = structuredClone(answer);
  const names = path.split('.');
  const last = names.pop() ?? '';
  delete names.reduce<Record<string, unknown>>((part, name) => Object(part[name]), Object(left))[last];
  return left;
}

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
