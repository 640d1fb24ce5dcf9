import type { Answer } from '../../endpoint.ts';
import { digitsOf, hashed } from '../digits.ts';
import type {
  Fault,
  PlatformRequest,
  PlatformWorld,
  SimulatedAccount,
  SimulatedGrant,
  SimulatedPlatform,
} from '../simulated-platform.ts';
import { failure, success } from './envelope.ts';
import { listVideos, queryVideos, videoFields } from './videos.ts';

/** TikTok's Display API v2: /user/info/, /video/list/ and /video/query/. It answers about the account of the grant alone. */
export const tiktok: SimulatedPlatform = {
  externalIdOf: (handle) => uuidOf(hashed(handle)),
  isExternalId: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
  // The numbers of TikTok's videos begin with 7 at present.
  contentIdOf: (digest) => `7${digitsOf(digest, 18)}`,
  isContentId: (text) => /^\d{1,20}$/.test(text),

  answer(request, world) {
    const endpoint = endpoints[request.path];
    if (endpoint === undefined || request.method !== endpoint.method) return failure(404, 'unsupported_path');
    const grant = world.grantOf(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
    if (grant === undefined) return failure(401, 'access_token_invalid');
    const { externalId } = grant.account;
    world.count(endpoint.resource, externalId);
    const fault = world.faultOf(externalId);
    return faultAnswer(fault) ?? answerOf(endpoint, request, world, grant, fault);
  },
};

interface Endpoint {
  readonly resource: string;
  readonly method: 'GET' | 'POST';
  /** The scope that each field needs. */
  readonly scopes: Readonly<Record<string, string>>;
}

const userScopes = {
  ...scoped('user.info.basic', ['open_id', 'union_id', 'avatar_url', 'avatar_url_100', 'avatar_large_url']),
  ...scoped('user.info.basic', ['display_name']),
  ...scoped('user.info.profile', ['bio_description', 'profile_deep_link', 'is_verified', 'username']),
  ...scoped('user.info.stats', ['follower_count', 'following_count', 'likes_count', 'video_count']),
};
const videoScopes = scoped('video.list', videoFields);
const endpoints: Readonly<Record<string, Endpoint>> = {
  '/user/info/': { resource: 'user/info', method: 'GET', scopes: userScopes },
  '/video/list/': { resource: 'video/list', method: 'POST', scopes: videoScopes },
  '/video/query/': { resource: 'video/query', method: 'POST', scopes: videoScopes },
};

function scoped(scope: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, scope]));
}

function uuidOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function faultAnswer(fault: Fault | undefined): Answer | Promise<Answer> | undefined {
  if (fault === '429') return failure(429, 'rate_limit_exceeded');
  if (fault === '500') return failure(500, 'internal_error');
  if (fault === 'timeout') return new Promise(() => {});
  if (fault === 'malformed') return success({ user: { open_id: 7 }, videos: [{ id: 7 }] });
  if (fault === 'expired-token' || fault === 'revoked') return failure(401, 'access_token_invalid');
  if (fault === 'scope-missing') return failure(401, 'scope_not_authorized');
  return undefined;
}

function answerOf(
  { resource, scopes }: Endpoint,
  request: PlatformRequest,
  world: PlatformWorld,
  grant: SimulatedGrant,
  fault: Fault | undefined,
): Answer {
  const fields = (request.query.get('fields') ?? '').split(',').filter(Boolean);
  if (fields.length === 0 || fields.some((field) => scopes[field] === undefined)) return failure(400, 'invalid_params');
  if (fields.some((field) => !grant.scopes.includes(scopes[field] ?? ''))) return failure(401, 'scope_not_authorized');
  if (resource === 'user/info') return success({ user: shown(userOf(grant.account), fields) });
  if (request.headers['content-type'] !== 'application/json') return failure(400, 'invalid_params');
  const body = parsed(request.body);
  if (resource === 'video/query') return queryVideos(body, fields, grant.account, world, fault);
  return listVideos(body, fields, grant.account, fault);
}

const shown = (all: object, fields: readonly string[]): object =>
  Object.fromEntries(Object.entries(all).filter(([name]) => fields.includes(name)));

/** An account without a picture has empty addresses. One that hides its followers lacks their count. */
function userOf({ externalId, handle, title, description, pictureUrl = '', followers, posts }: SimulatedAccount) {
  return {
    open_id: externalId,
    union_id: uuidOf(hashed(`union of ${externalId}`)),
    avatar_url: pictureUrl,
    avatar_url_100: pictureUrl,
    avatar_large_url: pictureUrl,
    display_name: title,
    bio_description: description,
    profile_deep_link: `https://www.tiktok.com/@${handle}`,
    is_verified: false,
    username: handle,
    ...(followers !== null && { follower_count: followers }),
    following_count: 1,
    likes_count: 0,
    video_count: posts.length,
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
