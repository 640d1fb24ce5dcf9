import { metricTerms } from '../../schema/metrics/metric-terms.ts';
import { type Platform, platforms } from '../../schema/shared/enums.ts';
import type { ChangedPost } from '../local/endpoints/social-simulator/world.ts';
import { apiOf } from './api.ts';
import type { SeededCreator } from './creators.ts';
import { deals } from './deals.ts';
import { audienceOf, handleOn } from './offerings.ts';
import type { Accounts, Listed } from './shop.ts';

/** A creator who connects accounts. */
export interface Connecting {
  readonly baseUrl: string;
  /** The simulator of the platforms. */
  readonly socialUrl: string;
  readonly token: string;
  readonly creator: SeededCreator;
  /** The creator's place among all. */
  readonly index: number;
}

/** Connects the accounts of a creator by signing in at the simulated platforms. Existing accounts stay. */
export async function connectAccounts(connecting: Connecting): Promise<Accounts> {
  const { baseUrl, token, creator } = connecting;
  const before = await accountsOf(baseUrl, token);
  for (const platform of creator.platforms) if (!before.has(platform)) await connect(connecting, platform);
  return accountsOf(baseUrl, token);
}

/** An account of a creator at a platform. */
export interface Described extends Pick<Connecting, 'creator' | 'index'> {
  readonly platform: Platform;
  /** Posts for campaigns, besides those that every account has. */
  readonly campaignPosts?: readonly ChangedPost[];
}

/** Describes an account to the simulator, which has one for each handle. */
export async function describeAccount(
  socialUrl: string,
  { platform, creator, index, campaignPosts = [] }: Described,
): Promise<void> {
  const address = `${socialUrl}/simulator/${platform.toLowerCase()}/accounts/${handleOn(platform, creator.handle)}`;
  const account = {
    description: creator.bio,
    // The same person at each platform.
    picture: creator.handle,
    audience: audienceOf(creator, index + platforms.indexOf(platform)),
    publishes: deals.flatMap((deal) =>
      deal.handle === creator.handle && deal.platform === platform && deal.post !== '' ? [idIn(deal.post)] : [],
    ),
    morePosts: campaignPosts,
  };
  const answer = await expectStatus(200, fetch(address, { method: 'PUT', body: JSON.stringify(account) }));
  await answer.body?.cancel();
}

/** Fetches a picture for the profile of a creator who has none: that of the platform whose terms let the service keep it longest. */
export async function fetchPicture(baseUrl: string, token: string): Promise<void> {
  const accounts = [...(await accountsOf(baseUrl, token)).values()];
  const [longestKept] = accounts.toSorted((one, other) => daysOf(other) - daysOf(one));
  if (longestKept === undefined || accounts.some(({ avatarUrl }) => avatarUrl !== null)) return;
  await apiOf(baseUrl, token, '/api/v1').post(`/creator/social-accounts/${longestKept.id}/avatar/refresh`, {});
}

const daysOf = ({ platform }: Listed): number => metricTerms[platform].keptDays ?? Number.POSITIVE_INFINITY;

async function accountsOf(baseUrl: string, token: string): Promise<Accounts> {
  const listed = await apiOf(baseUrl, token, '/api/v1').get<Listed[]>('/social-accounts?status=ACTIVE');
  return new Map(listed.map((account) => [account.platform, account]));
}

/** Does what the browser of a creator does: starts a connection, signs in and allows everything, and returns to the service. */
async function connect({ baseUrl, socialUrl, token, creator, index }: Connecting, platform: Platform): Promise<void> {
  const handle = handleOn(platform, creator.handle);
  await describeAccount(socialUrl, { platform, creator, index });
  const started = await expectStatus(
    200,
    fetch(`${baseUrl}/api/v1/social-accounts/connections`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ platform, shareMetrics: index % 8 !== 7 }),
    }),
  );
  const cookie = started.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const { authorizeUrl } = startedIn(await started.text());
  const form = new URLSearchParams({ handle, decision: 'allow' });
  for (const scope of (new URL(authorizeUrl).searchParams.get('scope') ?? '').split(/[ ,]/))
    form.append('scope', scope);
  const signedIn = await expectStatus(302, fetch(authorizeUrl, { method: 'POST', body: form, redirect: 'manual' }));
  const back = await expectStatus(200, fetch(signedIn.headers.get('location') ?? '', { headers: { cookie } }));
  await back.body?.cancel();
}

/** The id in the address of a post of a deal. */
const idIn = (post: string): string => new URL(post).searchParams.get('v') ?? post.slice(post.lastIndexOf('/') + 1);

async function expectStatus(status: number, request: Promise<Response>): Promise<Response> {
  const answer = await request;
  if (answer.status !== status) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Safe: the operation StartConnection declares this field. */
const startedIn = (text: string): { readonly authorizeUrl: string } => JSON.parse(text).data;
