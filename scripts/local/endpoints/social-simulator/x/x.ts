import { type Answer, json } from '../../endpoint.ts';
import { digitsOf, hashed } from '../digits.ts';
import type {
  Fault,
  PlatformRequest,
  PlatformWorld,
  SimulatedAccount,
  SimulatedGrant,
  SimulatedPlatform,
} from '../simulated-platform.ts';
import { lookUpPosts, timeline } from './posts.ts';
import { invalid, notFoundIn, problem } from './problems.ts';

/** X API v2: /users/me, /users/{id}, /users/by/username/{handle}, /users/{id}/tweets and /tweets. */
export const x: SimulatedPlatform = {
  externalIdOf: (handle) => digitsOf(hashed(handle), 10),
  isExternalId: isId,
  contentIdOf: (digest) => digitsOf(digest, 18),
  isContentId: isId,

  answer(request, world) {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const grant = world.grantOf(token);
    if (grant === undefined && !world.isApp(token)) return problem(401, 'Unauthorized', 'Unauthorized');
    if (request.method !== 'GET') return problem(405, 'Method Not Allowed', 'Method Not Allowed');
    const missing = ['tweet.read', 'users.read'].some((scope) => grant?.scopes.includes(scope) === false);
    if (missing) return problem(403, 'Forbidden', 'Forbidden');
    const route = routeOf(request, world, grant);
    world.count(route.resource, route.subject?.externalId ?? '');
    const fault = world.faultOf(route.subject?.externalId ?? '');
    return faultAnswer(fault, world) ?? inWindow(answerOf(route, request, world, grant, fault), world, 899);
  },
};

interface Route {
  readonly resource: 'user' | 'timeline' | 'tweets' | 'none';
  /** What was asked for, such as a handle. */
  readonly asked: string;
  /** The account of the call: of its faults, and of its count. */
  readonly subject: SimulatedAccount | undefined;
}

function isId(text: string): boolean {
  return /^\d{1,19}$/.test(text);
}

function routeOf({ path, query }: PlatformRequest, world: PlatformWorld, grant: SimulatedGrant | undefined): Route {
  const [area, first = '', second, third = ''] = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (area === 'tweets' && first === '') {
    const ids = (query.get('ids') ?? '').split(',');
    const subject = ids.flatMap((id) => world.post(id)?.account ?? [])[0];
    return { resource: 'tweets', asked: '', subject };
  }
  if (area !== 'users') return { resource: 'none', asked: '', subject: undefined };
  if (first === 'me') return { resource: 'user', asked: 'me', subject: grant?.account };
  if (first === 'by' && second === 'username')
    return { resource: 'user', asked: third, subject: world.byHandle(third) };
  return { resource: second === 'tweets' ? 'timeline' : 'user', asked: first, subject: world.byId(first) };
}

function faultAnswer(fault: Fault | undefined, world: PlatformWorld): Answer | Promise<Answer> | undefined {
  if (fault === '429') return inWindow(problem(429, 'Too Many Requests', 'Too Many Requests'), world, 0);
  if (fault === 'quota')
    return problem(429, 'UsageCapExceeded', 'Usage cap exceeded: Monthly product cap', 'usage-capped');
  if (fault === '500') return problem(503, 'Service Unavailable', 'Service Unavailable');
  if (fault === 'timeout') return new Promise(() => {});
  if (fault === 'malformed') return json(200, { data: { id: 7 }, meta: [] });
  if (fault === 'expired-token' || fault === 'revoked') return problem(401, 'Unauthorized', 'Unauthorized');
  if (fault === 'scope-missing') return problem(403, 'Forbidden', 'Forbidden');
  return undefined;
}

function answerOf(
  { resource, asked, subject }: Route,
  { query, path }: PlatformRequest,
  world: PlatformWorld,
  grant: SimulatedGrant | undefined,
  fault: Fault | undefined,
): Answer {
  if (resource === 'tweets') return lookUpPosts(query, world, grant, fault);
  if (resource === 'none') return problem(404, 'Not Found', 'Not Found');
  if (asked === 'me' && grant === undefined)
    return problem(403, 'Unsupported Authentication', 'Application-Only is forbidden', 'unsupported-authentication');
  const isName = path.startsWith('/users/by/username/');
  if (!isName && asked !== 'me' && !isId(asked)) return invalid('id', asked);
  if (isName && !/^\w{1,15}$/.test(asked)) return invalid('username', asked);
  if (resource === 'timeline') return timeline(asked, subject, query, fault);
  if (subject === undefined) return json(200, { errors: [notFoundIn('user', isName ? 'username' : 'id', asked)] });
  return json(200, { data: userOf(subject, (query.get('user.fields') ?? '').split(',')) });
}

function userOf({ externalId, handle, title, description, pictureUrl, followers }: SimulatedAccount, fields: string[]) {
  const optional: Record<string, unknown> = {
    description,
    profile_image_url: pictureUrl,
    public_metrics: { ...(followers !== null && { followers_count: followers }), following_count: 1 },
  };
  const shown = Object.entries(optional).filter(([name]) => fields.includes(name));
  return { id: externalId, name: title, username: handle, ...Object.fromEntries(shown) };
}

function inWindow(answer: Answer, world: PlatformWorld, remaining: number): Answer {
  const reset = String(Math.ceil(world.now().getTime() / 1000) + 600);
  const headers = {
    'x-rate-limit-limit': '900',
    'x-rate-limit-remaining': String(remaining),
    'x-rate-limit-reset': reset,
  };
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
