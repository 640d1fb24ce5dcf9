import type { Answer } from '../../endpoint.ts';
import { json } from '../../endpoint.ts';
import { digitsOf, hashed } from '../digits.ts';
import type {
  Fault,
  PlatformRequest,
  PlatformWorld,
  SimulatedAccount,
  SimulatedGrant,
  SimulatedPlatform,
  SimulatedPost,
} from '../simulated-platform.ts';

/** Twitch API (Helix): /users, /channels/followers and /videos. */
export const twitch: SimulatedPlatform = {
  externalIdOf: (handle) => digitsOf(hashed(handle), 9),
  isExternalId: isId,
  contentIdOf: (digest) => digitsOf(digest, 10),
  isContentId: isId,

  answer(request, world) {
    const asked = authorized(request, world);
    if ('answer' in asked) return asked.answer;
    const subject = subjectOf(request, world, asked.grant);
    const resource = request.path.replace(/^\//, '');
    world.count(resource, subject);
    const fault = world.faultOf(subject);
    return faultAnswer(fault, world) ?? inWindow(answerOf(resource, request, world, asked.grant, fault), world, 799);
  },
};

const perPage = { default: 20, max: 100 };

function isId(text: string): boolean {
  return /^\d{1,20}$/.test(text);
}

/** The grant that asks, undefined for the application; or the refusal. */
function authorized(
  { headers, method }: PlatformRequest,
  world: PlatformWorld,
): { grant: SimulatedGrant | undefined } | { answer: Answer } {
  if (method !== 'GET') return { answer: problem(404, 'Not Found', '') };
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) return { answer: problem(401, 'Unauthorized', 'OAuth token is missing') };
  if (!headers['client-id']) return { answer: problem(401, 'Unauthorized', 'Client-ID header required') };
  const grant = world.grantOf(token);
  if (grant === undefined && !world.isApp(token))
    return { answer: problem(401, 'Unauthorized', 'Invalid OAuth token') };
  return { grant };
}

/** The account of a call: of its faults, and of its count. */
function subjectOf({ query, path }: PlatformRequest, world: PlatformWorld, grant: SimulatedGrant | undefined): string {
  const id = query.get('broadcaster_id') ?? query.get('user_id') ?? query.get('id');
  const login = query.get('login');
  if (login !== null) return world.byHandle(login)?.externalId ?? login;
  if (path === '/videos' && query.get('id') !== null)
    return query.getAll('id').flatMap((video) => world.post(video)?.account.externalId ?? [])[0] ?? '';
  return id ?? grant?.account.externalId ?? '';
}

function faultAnswer(fault: Fault | undefined, world: PlatformWorld): Answer | Promise<Answer> | undefined {
  if (fault === '429') return inWindow(problem(429, 'Too Many Requests', 'Request limit exceeded'), world, 0);
  if (fault === '500') return problem(500, 'Internal Server Error', '');
  if (fault === 'timeout') return new Promise(() => {});
  if (fault === 'malformed') return json(200, { data: [{ id: 7 }], pagination: [] });
  if (fault === 'expired-token' || fault === 'revoked') return problem(401, 'Unauthorized', 'Invalid OAuth token');
  if (fault === 'scope-missing') return problem(401, 'Unauthorized', 'Missing scope: user:read:broadcast');
  return undefined;
}

function answerOf(
  resource: string,
  request: PlatformRequest,
  world: PlatformWorld,
  grant: SimulatedGrant | undefined,
  fault: Fault | undefined,
): Answer {
  if (resource === 'users') return users(request.query, world, grant);
  if (resource === 'channels/followers') return followers(request.query, world);
  if (resource === 'videos') return videos(request.query, world, fault);
  return problem(404, 'Not Found', '');
}

function users(query: URLSearchParams, world: PlatformWorld, grant: SimulatedGrant | undefined): Answer {
  const [ids, logins] = [query.getAll('id'), query.getAll('login')];
  if (ids.length + logins.length > 100) return badRequest('The maximum of ids and logins is 100');
  if (!ids.every(isId)) return badRequest('Invalid identity provided in the query');
  if (!logins.every((login) => /^\w{1,25}$/.test(login))) return badRequest('Invalid login names, emails or IDs');
  const isOwn = ids.length + logins.length === 0;
  if (isOwn && grant === undefined) return badRequest('Must provide an ID, Login or OAuth Token');
  const found = isOwn
    ? [grant?.account]
    : [...ids.map((id) => world.byId(id)), ...logins.map((login) => world.byHandle(login))];
  return json(200, { data: found.filter((account) => account !== undefined).map(userOf) });
}

const userOf = ({ externalId, handle, title, description, pictureUrl }: SimulatedAccount) => ({
  id: externalId,
  login: handle,
  display_name: title,
  type: '',
  broadcaster_type: 'affiliate',
  description,
  profile_image_url: pictureUrl ?? '',
  offline_image_url: '',
  view_count: 0,
  created_at: '2019-05-04T12:00:00Z',
});

function followers(query: URLSearchParams, world: PlatformWorld): Answer {
  const id = query.get('broadcaster_id');
  if (id === null || !isId(id)) return badRequest('Missing required parameter "broadcaster_id"');
  const account = world.byId(id);
  // Twitch hides no follower count: an account that hides it refuses the call.
  if (account?.followers === null) return problem(401, 'Unauthorized', 'Missing scope: moderator:read:followers');
  return json(200, { total: account?.followers ?? 0, data: [], pagination: {} });
}

function videos(query: URLSearchParams, world: PlatformWorld, fault: Fault | undefined): Answer {
  const [ids, user] = [query.getAll('id'), query.get('user_id')];
  if (ids.length > 0 === (user !== null)) return badRequest('Must provide exactly one of: id, user_id, game_id');
  if (user !== null) return videosOf(user, query, world, fault);
  if (ids.length > 100) return badRequest('The parameter "id" has more than 100 values');
  if (!ids.every(isId)) return badRequest('The parameter "id" was malformed');
  if (['first', 'after', 'sort', 'type'].some((name) => query.has(name)))
    return badRequest('The parameter "id" cannot be combined with others');
  const found = [...new Set(ids)].flatMap((id) => {
    const known = world.post(id);
    return known !== undefined && isShown(known.post) ? [videoOf(known.account, known.post)] : [];
  });
  if (found.length === 0) return problem(404, 'Not Found', 'no videos found');
  if (fault === 'id-order-shuffled') found.reverse();
  return json(200, { data: found, pagination: {} });
}

function videosOf(user: string, query: URLSearchParams, world: PlatformWorld, fault: Fault | undefined): Answer {
  if (!isId(user)) return badRequest('The parameter "user_id" was malformed');
  const first = Number(query.get('first') ?? perPage.default);
  if (!Number.isInteger(first) || first < 1 || first > perPage.max)
    return badRequest('The parameter "first" was malformed: the value must be less than or equal to 100');
  const after = query.get('after');
  if (after !== null && !/^[\w-]{1,40}$/.test(after)) return badRequest('Invalid cursor');
  const start = after === null ? 0 : Number(Buffer.from(after, 'base64url').toString('utf8'));
  const account = world.byId(user);
  const shown = account?.posts.filter(isShown) ?? [];
  const page = account === undefined ? [] : shown.slice(start, start + first).map((post) => videoOf(account, post));
  const isLoop = fault === 'page-cursor-loop';
  const next = isLoop ? (after ?? cursorOf(0)) : cursorOf(start + page.length);
  return json(200, { data: page, pagination: page.length === 0 ? {} : { cursor: next } });
}

const cursorOf = (start: number): string => Buffer.from(String(start)).toString('base64url');

/** Twitch answers with public videos alone. */
const isShown = ({ state }: SimulatedPost): boolean => state === 'PUBLIC' || state === 'UNLISTED';

const videoOf = (account: SimulatedAccount, post: SimulatedPost) => ({
  id: post.id,
  stream_id: post.media === 'STREAM' ? post.id : null,
  user_id: account.externalId,
  user_login: account.handle,
  user_name: account.title,
  title: post.title,
  description: '',
  created_at: inSeconds(post.publishedAt),
  published_at: inSeconds(post.publishedAt),
  url: `https://www.twitch.tv/videos/${post.id}`,
  thumbnail_url: account.pictureUrl === undefined ? '' : `${account.pictureUrl}?size=%{width}x%{height}`,
  viewable: 'public',
  ...(post.counts.views !== null && { view_count: post.counts.views }),
  language: 'en',
  type: post.media === 'STREAM' ? 'archive' : 'upload',
  duration: durationOf(post.durationSeconds ?? 0),
  muted_segments: null,
});

/** Such as 1h2m3s; the larger units are absent when they are zero. */
function durationOf(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}h` : ''}${hours > 0 || minutes > 0 ? `${minutes}m` : ''}${seconds % 60}s`;
}

const inSeconds = (at: string): string => new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');
const problem = (status: number, error: string, message: string): Answer => json(status, { error, status, message });
const badRequest = (message: string): Answer => problem(400, 'Bad Request', message);

function inWindow(answer: Answer, world: PlatformWorld, remaining: number): Answer {
  const reset = String(Math.ceil(world.now().getTime() / 1000) + 30);
  const headers = { 'ratelimit-limit': '800', 'ratelimit-remaining': String(remaining), 'ratelimit-reset': reset };
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
