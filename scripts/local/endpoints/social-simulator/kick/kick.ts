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

/** Kick's public API: /channels and /users. It has no endpoint of recorded videos. */
export const kick: SimulatedPlatform = {
  externalIdOf: (handle) => digitsOf(hashed(handle), 9),
  isExternalId: isId,
  // The address of a recorded video contains a UUID.
  contentIdOf: (digest) =>
    Buffer.from(digest.subarray(0, 16))
      .toString('hex')
      .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5'),
  isContentId: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),

  answer({ method, path, query, headers }, world) {
    const resource = path.replace(/^\//, '');
    if (method !== 'GET' || (resource !== 'channels' && resource !== 'users')) return refusal(404, 'Not Found');
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const grant = world.grantOf(token);
    if (grant === undefined && !world.isApp(token)) return refusal(401, 'Unauthorized');
    const subject = subjectOf(query, world, grant);
    world.count(resource, subject);
    return faultAnswer(world.faultOf(subject)) ?? listOf(resource, query, world, grant);
  },
};

const maxValues = 50;

function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}

function subjectOf(query: PlatformRequest['query'], world: PlatformWorld, grant: SimulatedGrant | undefined): string {
  const slug = query.get('slug');
  if (slug !== null) return world.byHandle(slug)?.externalId ?? slug;
  return query.get('broadcaster_user_id') ?? query.get('id') ?? grant?.account.externalId ?? '';
}

function faultAnswer(fault: Fault | undefined): Answer | Promise<Answer> | undefined {
  if (fault === '429') return refusal(429, 'Too Many Requests');
  if (fault === '500') return refusal(500, 'Internal Server Error');
  if (fault === 'timeout') return new Promise(() => {});
  if (fault === 'malformed') return json(200, { data: [{ broadcaster_user_id: 'seven' }], message: 'OK' });
  if (fault === 'expired-token' || fault === 'revoked') return refusal(401, 'Unauthorized');
  if (fault === 'scope-missing') return refusal(403, 'Forbidden');
  return undefined;
}

function listOf(
  resource: 'channels' | 'users',
  query: URLSearchParams,
  world: PlatformWorld,
  grant: SimulatedGrant | undefined,
): Answer {
  const slugs = resource === 'channels' ? query.getAll('slug') : [];
  const ids = query.getAll(resource === 'channels' ? 'broadcaster_user_id' : 'id');
  const asked = slugs.length + ids.length;
  if (slugs.length > 0 && ids.length > 0) return refusal(400, 'Bad Request');
  if (asked > maxValues || !ids.every(isId)) return refusal(400, 'Bad Request');
  if (asked > 0) {
    const found = [...slugs.map((slug) => world.byHandle(slug)), ...ids.map((id) => world.byId(id))];
    const accounts = found.filter((account) => account !== undefined);
    return json(200, { data: accounts.map(resource === 'channels' ? channelOf : userOf), message: 'OK' });
  }
  // Without a filter it is the account of the grant, which needs a scope.
  if (grant === undefined) return refusal(401, 'Unauthorized');
  if (!grant.scopes.includes(resource === 'channels' ? 'channel:read' : 'user:read')) return refusal(403, 'Forbidden');
  return json(200, { data: [grant.account].map(resource === 'channels' ? channelOf : userOf), message: 'OK' });
}

const channelOf = ({ externalId, handle, description }: SimulatedAccount): object => ({
  banner_picture: '',
  broadcaster_user_id: Number(externalId),
  category: { id: 0, name: '', thumbnail: '' },
  channel_description: description,
  slug: handle,
  stream: {
    is_live: false,
    is_mature: false,
    key: '',
    language: '',
    start_time: '0001-01-01T00:00:00Z',
    viewer_count: 0,
  },
  stream_title: '',
});

const userOf = ({ externalId, title, pictureUrl }: SimulatedAccount): object => ({
  email: '',
  name: title,
  profile_picture: pictureUrl ?? '',
  user_id: Number(externalId),
});

const refusal = (status: number, message: string): Answer => json(status, { data: {}, message });
