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
import { accountInsights } from './demographics.ts';
import { media, mediaIdOf, mediaInsights, mediaOf, shownOn } from './media.ts';
import { badToken, noPermission, notFound, problem, unsupported, withUsage } from './problems.ts';
import { hasEnded } from './stories.ts';

/**
 * Instagram API with Instagram Login: /me, /me/media, /me/stories, /me/insights, /me/subscribed_apps, /{media} and /{media}/insights. A story ends
 * after 24 hours.
 */
export const instagram: SimulatedPlatform = {
  externalIdOf: (handle) => `1784${digitsOf(hashed(handle), 13)}`,
  isExternalId: (text) => /^1784\d{13}$/.test(text),
  // The shortcode in the address of a post.
  contentIdOf: (digest) => Buffer.from(digest).toString('base64url').slice(0, 11),
  isContentId: (text) => /^[\w-]{11}$/.test(text),

  answer(request, world) {
    const isSubscription = request.path === '/me/subscribed_apps' && request.method === 'POST';
    if (request.method !== 'GET' && !isSubscription) return unsupported('Unsupported post request.');
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? request.query.get('access_token');
    const grant = world.grantOf(token ?? '');
    if (grant === undefined) return badToken;
    const { externalId } = grant.account;
    const [subject = '', edge = ''] = request.path.split('/').filter(Boolean);
    world.count(`${subject === 'me' ? 'me' : 'media'}${edge === '' ? '' : `/${edge}`}`, externalId);
    const fault = world.faultOf(externalId);
    if (!grant.scopes.includes('instagram_business_basic')) return noPermission;
    const answer =
      faultAnswer(fault, externalId) ??
      (isSubscription
        ? subscription(request, grant, world)
        : answerOf(subject, edge, request, shownAt(grant, world.now()), fault));
    return answer instanceof Promise || answer.headers?.['x-app-usage'] !== undefined
      ? answer
      : withUsage(answer, { account: externalId, used: fault === 'quota' ? 100 : 7 });
  },
};

function faultAnswer(fault: Fault | undefined, externalId: string): Answer | Promise<Answer> | undefined {
  if (fault === '429') return withUsage(problem(403, 4, '(#4) Application request limit reached'), { app: 100 });
  if (fault === 'quota')
    return problem(400, 80_002, `(#80002) There have been too many calls to this Instagram account: ${externalId}.`);
  if (fault === '500') return problem(500, 2, 'An unexpected error has occurred. Please retry your request later.');
  if (fault === 'timeout') return new Promise(() => {});
  if (fault === 'malformed') return json(200, { data: [{ id: {} }], user_id: null, media_type: 7 });
  if (fault === 'expired-token' || fault === 'revoked') return badToken;
  if (fault === 'scope-missing') return noPermission;
  return undefined;
}

function answerOf(
  subject: string,
  edge: string,
  { query }: PlatformRequest,
  { account, scopes }: SimulatedGrant,
  fault: Fault | undefined,
): Answer {
  const canReadInsights = scopes.includes('instagram_business_manage_insights');
  if (edge === 'insights' && !canReadInsights) return noPermission;
  if (subject === 'me' || subject === account.externalId) {
    if (edge === '') return me(account, query);
    if (edge === 'media' || edge === 'stories') return media(account, edge, query, fault);
    if (edge === 'insights') return accountInsights(account, query, fault);
    return unsupported(`Tried accessing nonexisting field (${edge})`);
  }
  const post = account.posts.find(({ id }) => mediaIdOf(id) === subject);
  if (post === undefined || post.state === 'PRIVATE' || post.state === 'UPCOMING') return notFound(subject);
  if (edge === '') return mediaOf(account, post, query);
  if (edge === 'insights') return mediaInsights(post, query, fault);
  return unsupported(`Tried accessing nonexisting field (${edge})`);
}

/** The grant as it sees its account now, without the stories that have ended. */
const shownAt = (grant: SimulatedGrant, now: Date): SimulatedGrant => ({
  ...grant,
  account: { ...grant.account, posts: grant.account.posts.filter((post) => !hasEnded(post, now)) },
});

/** POST /me/subscribed_apps: the fields of the webhook for the account. */
function subscription({ query }: PlatformRequest, { account }: SimulatedGrant, world: PlatformWorld): Answer {
  const fields = (query.get('subscribed_fields') ?? '').split(',');
  if (!fields.every((field) => field === 'story_insights')) return unsupported('Param subscribed_fields is invalid');
  world.subscribe?.(account.externalId);
  return json(200, { success: true });
}

function me(account: SimulatedAccount, query: URLSearchParams): Answer {
  const { externalId, handle, title, followers, pictureUrl } = account;
  const all: Record<string, unknown> = {
    id: digitsOf(hashed(`scoped/${externalId}`), 16),
    user_id: externalId,
    username: handle,
    name: title,
    account_type: 'MEDIA_CREATOR',
    profile_picture_url: pictureUrl,
    followers_count: followers ?? undefined,
    follows_count: 12,
    media_count: shownOn(account, 'media').length,
  };
  const fields = (query.get('fields') ?? 'id').split(',');
  const unknown = fields.find((field) => !(field in all));
  if (unknown !== undefined) return unsupported(`Tried accessing nonexisting field (${unknown}) on node type (IGUser)`);
  return json(200, Object.fromEntries([...new Set([...fields, 'id'])].map((field) => [field, all[field]])));
}
