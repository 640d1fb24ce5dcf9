import { createHash } from 'node:crypto';
import { type Answer, json } from '../../endpoint.ts';
import type {
  PlatformRequest,
  PlatformWorld,
  SimulatedAccount,
  SimulatedPlatform,
  SimulatedPost,
} from '../simulated-platform.ts';
import { answerReport } from './analytics.ts';
import { contentIdOf, externalIdOf, handleIn, isContentId, isExternalId } from './ids.ts';

/**
 * YouTube Data API v3: channels.list, playlistItems.list and videos.list, in the shapes of its reference
 * (developers.google.com/youtube/v3/docs).
 */
export const youtube: SimulatedPlatform = {
  externalIdOf,
  handleIn,
  isExternalId,
  contentIdOf,
  isContentId,
  answer(request, world) {
    if (request.method !== 'GET') return problem(404, 'notFound', 'Not Found', 'global');
    if (request.path === '/analytics/v2/reports') return answerReport(request, world);
    const resource = request.path.replace(/^\/v3\//, '');
    const caller = callerOf(request, world);
    if ('status' in caller) return caller;
    const subject = subjectOf(request.query, caller, world);
    world.count(resource, subject);
    const fault = world.faultOf(subject);
    if (fault === 'timeout') return new Promise(() => {});
    if (fault === 'malformed')
      return { status: 200, body: '{"kind":"youtube#channelListResponse","items":[{"id":7}]}' };
    if (fault === '500' || (fault === '500-of-lists' && resource === 'playlistItems'))
      return problem(500, 'backendError', 'Backend Error', 'global');
    if (fault === 'declined') return problem(403, 'channelForbidden', 'The channel does not support the request.');
    if (fault === '429') return problem(429, 'rateLimitExceeded', 'Rate Limit Exceeded', 'usageLimits');
    if (fault === 'quota') return problem(403, 'quotaExceeded', overQuota, 'youtube.quota');
    if (fault === 'revoked' || fault === 'expired-token') return badToken;
    return answerList(resource, { query: request.query, own: caller.own, world });
  },
};

interface Caller {
  /** The channel of the grant; undefined for the application's key. */
  readonly own: SimulatedAccount | undefined;
}

function callerOf({ headers, query }: PlatformRequest, world: PlatformWorld): Caller | Answer {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (token !== undefined) {
    const grant = world.grantOf(token);
    return grant ? { own: grant.account } : badToken;
  }
  const key = headers['x-goog-api-key'] ?? query.get('key');
  if (key === null || key === undefined)
    return problem(403, 'forbidden', "Method doesn't allow unregistered callers.", 'global');
  if (!world.isApp(String(key)))
    return problem(400, 'badRequest', 'API key not valid. Please pass a valid API key.', 'usageLimits');
  return { own: undefined };
}

/** The channel id of a call. */
function subjectOf(query: URLSearchParams, { own }: Caller, world: PlatformWorld): string {
  const handle = query.get('forHandle');
  if (handle !== null) return externalIdOf(plain(handle));
  const username = query.get('forUsername');
  if (username !== null) return world.byUsername?.(username)?.externalId ?? '';
  if (query.get('mine') === 'true') return own?.externalId ?? '';
  const playlist = query.get('playlistId');
  if (playlist !== null) return playlist.replace(/^UU/, 'UC');
  const [id = ''] = (query.get('id') ?? '').split(',');
  return world.ownerOf(id) ?? id;
}

interface ListRequest {
  readonly query: URLSearchParams;
  readonly own: SimulatedAccount | undefined;
  readonly world: PlatformWorld;
}

function answerList(resource: string, request: ListRequest): Answer {
  const part = (request.query.get('part') ?? '').split(',').filter(Boolean);
  if (part.length === 0) return problem(400, 'missingRequiredParameter', 'Required parameter: part');
  if (resource === 'channels') return channels(request, part);
  if (resource === 'playlistItems') return playlistItems(request, part);
  if (resource === 'videos') return videos(request, part);
  return problem(404, 'notFound', 'Not Found');
}

/** Google's error object. */
const problem = (code: number, reason: string, message: string, domain = 'youtube.api'): Answer =>
  json(code, { error: { code, message, errors: [{ message, domain, reason }] } });

const badToken: Answer = json(401, {
  error: {
    code: 401,
    message: 'Request had invalid authentication credentials.',
    errors: [{ message: 'Invalid Credentials', domain: 'global', reason: 'authError', location: 'Authorization' }],
    status: 'UNAUTHENTICATED',
  },
});

function channels({ query, own, world }: ListRequest, part: readonly string[]): Answer {
  const [handle, username, ids] = ['forHandle', 'forUsername', 'id'].map((name) => query.get(name));
  const mine = query.get('mine') === 'true';
  if ([handle, username, ids].filter((filter) => filter !== null).length + Number(mine) !== 1)
    return problem(
      400,
      'missingRequiredParameter',
      'No filter selected. Expected one of: forHandle, forUsername, id, mine',
    );
  if (mine && own === undefined) return badToken;
  const named = handle ? world.byHandle(plain(handle)) : world.byUsername?.(username ?? '');
  const found = mine ? [own] : ids ? ids.split(',').map((id) => world.byId(id)) : [named];
  const items = found
    .filter((channel) => channel !== undefined)
    .map((channel) =>
      resourceOf('channel', channel.externalId, part, {
        snippet: { ...channelSnippet(channel), thumbnails: thumbnails(channel.pictureUrl) },
        contentDetails: { relatedPlaylists: { likes: '', uploads: uploadsOf(channel) } },
        statistics: channelStatistics(channel),
      }),
    );
  // A list of channels without a match has no `items` field.
  return listOf('channel', 5, items.length === 0 ? undefined : items);
}

function playlistItems({ query, world }: ListRequest, part: readonly string[]): Answer {
  const playlistId = query.get('playlistId') ?? '';
  const channel = world.byId(playlistId.replace(/^UU/, 'UC'));
  if (channel === undefined || channel.posts.length === 0) {
    const message = "The playlist identified with the request's <code>playlistId</code> parameter cannot be found.";
    return problem(404, 'playlistNotFound', message, 'youtube.playlistItem');
  }
  const most = Math.min(Number(query.get('maxResults') ?? 5), 50);
  const isLoop = world.faultOf(channel.externalId) === 'page-cursor-loop';
  const first = isLoop ? 0 : Number(query.get('pageToken') ?? 0);
  const items = channel.posts.slice(first, first + most).map((video) =>
    resourceOf('playlistItem', Buffer.from(`${playlistId}.${video.id}`).toString('base64url'), part, {
      contentDetails: { videoId: video.id, videoPublishedAt: inSeconds(video.publishedAt) },
      status: { privacyStatus: privacyOf(video) },
    }),
  );
  const isMore = isLoop || first + most < channel.posts.length;
  return listOf('playlistItem', most, items, isMore ? String(first + most) : undefined);
}

function videos({ query, world }: ListRequest, part: readonly string[]): Answer {
  const ids = (query.get('id') ?? '').split(',');
  if (ids.length > 50) return problem(400, 'invalidParameter', 'The request specifies too many ids.');
  const items = ids.flatMap((id) => {
    const found = world.post(id);
    if (found === undefined) return [];
    const resource = videoResource(found.account, found.post, part);
    const isMalformed = isFaulty(world, id, 'malformed-item') && found.account.posts[0]?.id === id;
    return [isMalformed ? { ...resource, statistics: { viewCount: 'many' } } : resource];
  });
  const isShuffled = items.length > 1 && ids.some((id) => isFaulty(world, id, 'id-order-shuffled'));
  return listOf('video', items.length, isShuffled ? items.reverse() : items);
}

const isFaulty = (world: PlatformWorld, id: string, fault: string): boolean => {
  const owner = world.ownerOf(id);
  return owner !== undefined && world.faultOf(owner) === fault;
};

const videoResource = (channel: SimulatedAccount, video: SimulatedPost, part: readonly string[]): object =>
  resourceOf('video', video.id, part, {
    snippet: {
      publishedAt: inSeconds(video.publishedAt),
      channelId: channel.externalId,
      title: video.title,
      description: '',
      channelTitle: channel.title,
      categoryId: '22',
      liveBroadcastContent: video.state === 'UPCOMING' ? 'upcoming' : 'none',
      thumbnails: thumbnails(channel.pictureUrl),
    },
    contentDetails: { duration: `PT${video.durationSeconds ?? 0}S`, dimension: '2d', definition: 'hd' },
    status: { uploadStatus: 'processed', privacyStatus: privacyOf(video), license: 'youtube', embeddable: true },
    statistics: statisticsOf(video),
    ...(video.media === 'STREAM' && { liveStreamingDetails: { actualStartTime: inSeconds(video.publishedAt) } }),
  });

function privacyOf({ state }: SimulatedPost): string {
  if (state === 'UNLISTED') return 'unlisted';
  return state === 'PRIVATE' ? 'private' : 'public';
}

/** Counts are strings, and hidden ones are absent. */
function statisticsOf({ counts: { views, likes, comments } }: SimulatedPost): object {
  const shown = { viewCount: views, likeCount: likes, favoriteCount: 0, commentCount: comments };
  const shownCounts = Object.entries(shown).flatMap(([name, count]) => (count === null ? [] : [[name, String(count)]]));
  return Object.fromEntries(shownCounts);
}

const channelStatistics = ({ followers, posts }: SimulatedAccount): object => ({
  viewCount: '0',
  ...(followers !== null && { subscriberCount: String(followers) }),
  hiddenSubscriberCount: followers === null,
  videoCount: String(posts.length),
});

const channelSnippet = ({ handle, title, description }: SimulatedAccount) => ({
  title,
  description,
  customUrl: `@${handle}`,
  publishedAt: '2019-05-04T12:00:00Z',
  localized: { title, description },
});

const thumbnails = (url: string | undefined) =>
  url === undefined
    ? {}
    : {
        default: { url: `${url}?size=88`, width: 88, height: 88 },
        medium: { url: `${url}?size=240`, width: 240, height: 240 },
        high: { url: `${url}?size=800`, width: 800, height: 800 },
      };

/** Only the requested parts. */
function resourceOf(kind: string, id: string, part: readonly string[], parts: Record<string, object>): object {
  const requested = Object.fromEntries(Object.entries(parts).filter(([name]) => part.includes(name)));
  return { kind: `youtube#${kind}`, etag: etagOf(requested), id, ...requested };
}

function listOf(kind: string, resultsPerPage: number, items: readonly object[] | undefined, next?: string): Answer {
  const pageInfo = { totalResults: items?.length ?? 0, resultsPerPage };
  return json(200, {
    kind: `youtube#${kind}ListResponse`,
    etag: etagOf(items ?? []),
    ...(next !== undefined && { nextPageToken: next }),
    pageInfo,
    items,
  });
}

const plain = (handle: string): string => handle.replace(/^@/, '').toLowerCase();
const uploadsOf = ({ externalId }: SimulatedAccount): string => externalId.replace(/^UC/, 'UU');
const inSeconds = (at: string): string => new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');
const etagOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 27);

const overQuota =
  'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.';
