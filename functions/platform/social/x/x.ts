import type * as z from 'zod';
import { applicationBucket } from '../../../../schema/social-accounts/platform-buckets.ts';
import { PlatformFailure } from '../failure.ts';
import { goneWithoutAsking } from '../items.ts';
import { afford } from '../meter.ts';
import { type PlatformAnswer, requestJson, requestPicture, shaped } from '../request.ts';
import type { ChannelRef, Cost, Credential, Grant, Meter, SocialChannel, SocialPlatform } from '../social-platform.ts';
import { bucketOfGrant, limited, reportWindow, xHeaders } from '../windows.ts';
import { answers, type ResourceError, type UserItem } from './answers.ts';
import { readingsOf } from './reading.ts';

export interface XSettings {
  readonly apiUrl: string;
  /** The bearer token of the application; without it only grants can ask. */
  readonly appToken: string | undefined;
}

const maxIds = 100;
/** The pages of a timeline ("User Posts timeline"). A smaller one is refused. */
const page = { min: 5, max: 100 };
/** X counts the application and each user apart ("Rate Limits"). */
const bucketOf = (endpoint: string, by: Credential): string => (by === 'APP' ? endpoint : bucketOfUser(endpoint, by));
const bucketOfUser = (endpoint: string, by: Pick<Grant, 'accountId'>): string => bucketOfGrant(`${endpoint}:user`, by);
/** X bills each post that it returns ("Pricing"), so a unit is a post; another resource is one unit too. */
const costOf = (endpoint: string, units: number, by: Credential = 'APP'): Cost => ({
  bucket: bucketOf(endpoint, by),
  calls: 1,
  units,
});
/** "Rate Limits": the calls in 15 minutes. */
const perQuarter = (calls: number) => ({ calls, seconds: 900 });
const windows = {
  tweets: perQuarter(3_500),
  'tweets:user': perQuarter(5_000),
  timeline: perQuarter(10_000),
  'timeline:user': perQuarter(900),
  users: perQuarter(300),
  'users:user': perQuarter(900),
  'me:user': perQuarter(75),
};
const pictureHosts = /\.twimg\.com$/;
/** Ids are positive integers of 64 bits (docs.x.com, "X IDs"). */
const isId = (text: string): boolean => /^[1-9]\d{0,18}$/.test(text) && BigInt(text) < 2n ** 63n;
const postFields = {
  'tweet.fields': 'attachments,author_id,created_at,note_tweet,public_metrics',
  expansions: 'attachments.media_keys',
  'media.fields': 'duration_ms,preview_image_url,type,url',
};
const userFields = { 'user.fields': 'description,name,profile_image_url,public_metrics,username' };

/** X API v2. */
export function x(settings: XSettings, meter: Meter): SocialPlatform {
  const api = new XApi(settings, meter);
  return {
    postsPerCall: maxIds,
    // A page of fewer posts costs fewer units.
    costs: {
      channel: costOf('users', 1),
      latest: costOf('timeline', page.max),
      posts: (ids) => costOf('tweets', ids),
    },
    windows,
    // A grant reads the profile of its own account.
    bucketOfGrants: (endpoint, accountId) => bucketOfUser(endpoint === 'users' ? 'me' : endpoint, { accountId }),

    async channel(ref, by) {
      const asked = pathOf(ref, by);
      if (asked === null) return null;
      const answer = await api.get(asked.endpoint, 1, asked.path, userFields, by, answers.user());
      if (answer.data !== undefined) return channelOf(answer.data);
      // A suspended account has the same type of error as an unknown one.
      if (answer.errors.some(isNotFound)) return null;
      throw refusalOf(answer.errors, 'no account');
    },

    async latest(externalId, by, { limit, cursor }) {
      if (!isId(externalId)) return { posts: [], next: null };
      const size = Math.max(page.min, Math.min(limit, page.max));
      const query = {
        'tweet.fields': 'created_at',
        // A repost is the post of another account.
        exclude: 'retweets',
        max_results: String(size),
        ...(cursor !== undefined && { pagination_token: cursor }),
      };
      const answer = await api.get('timeline', size, `users/${externalId}/tweets`, query, by, answers.page());
      const isOnlyErrors = answer.data.length === 0 && answer.errors.length > 0;
      if (isOnlyErrors && !answer.errors.some(isNotFound)) throw refusalOf(answer.errors, 'no posts');
      const isEmpty = answer.meta?.result_count === 0 || answer.errors.length > 0;
      if (answer.data.length === 0 && !isEmpty) throw new PlatformFailure('SILENT', "X's timeline has no posts");
      const posts = answer.data.map((item) => ({ contentId: item.id, publishedAt: new Date(item.created_at) }));
      const next = answer.meta?.next_token ?? null;
      return { posts, next: next === cursor ? null : next };
    },

    async posts(ids, by) {
      if (ids.length === 0 || ids.length > maxIds) throw new Error(`${ids.length} posts are not one call`);
      // One text that cannot be an id makes X refuse the whole call.
      const asked = [...new Set(ids.filter(isId))];
      const gone = goneWithoutAsking(ids, isId);
      if (asked.length === 0) return new Map(gone);
      const query = { ids: asked.join(','), ...postFields };
      const answer = await api.get('tweets', asked.length, 'tweets', query, by, answers.posts());
      return new Map([...gone, ...readingsOf(asked, answer)]);
    },

    // The API states no audience of an account.
    audience: async () => null,

    image: (address) => requestPicture(address, settings.apiUrl, pictureHosts),
  };
}

class XApi {
  readonly #settings: XSettings;
  readonly #meter: Meter;

  constructor(settings: XSettings, meter: Meter) {
    this.#settings = settings;
    this.#meter = meter;
  }

  /** Spends the units and asks once. A 200 can contain errors of single resources. */
  async get<T>(
    endpoint: string,
    units: number,
    path: string,
    query: Readonly<Record<string, string>>,
    by: Credential,
    shape: z.ZodType<T>,
  ): Promise<T> {
    const token = this.#tokenOf(by);
    await afford(this.#meter, costOf(endpoint, units, by));
    const url = new URL(`${this.#settings.apiUrl.replace(/\/$/, '')}/${path}`);
    url.search = new URLSearchParams(query).toString();
    const answer = await requestJson({ url, headers: { authorization: `Bearer ${token}` } });
    const bucket = bucketOf(endpoint, by);
    if (answer.status !== 200) throw this.#failureOf(answer, endpoint, by);
    reportWindow(this.#meter, bucket, answer, xHeaders);
    return shaped(answer, shape, `X's ${endpoint}`);
  }

  #failureOf(answer: PlatformAnswer, endpoint: string, by: Credential): PlatformFailure {
    const { status, body } = answer;
    const bucket = bucketOf(endpoint, by);
    const code = codeOf(answers.problem().safeParse(body).data?.type);
    const cause = `X answered ${status} ${code} to ${endpoint}`;
    if (status === 429) return limited(this.#meter, bucket, answer, xHeaders, cause);
    // An account of the application without credits; not verified in X's documentation.
    if (status === 402) return limited(this.#meter, applicationBucket, answer, xHeaders, cause);
    if (status < 400 || status >= 500) return new PlatformFailure('SILENT', cause);
    // A proxy's refusal has no problem of this form.
    if (status !== 401 && status !== 403) return new PlatformFailure(code === '' ? 'SILENT' : 'DECLINED', cause);
    if (code === 'not-authorized-for-resource')
      return new PlatformFailure(by === 'APP' ? 'DECLINED' : 'NOT_GRANTED', cause);
    // "Response Codes & Errors": client-forbidden is about the application, whoever has granted.
    return new PlatformFailure(by === 'APP' || code === 'client-forbidden' ? 'REFUSED' : 'GRANT_REFUSED', cause);
  }

  #tokenOf(by: Credential): string {
    if (by !== 'APP') return by.accessToken;
    if (this.#settings.appToken !== undefined) return this.#settings.appToken;
    throw new PlatformFailure('REFUSED', 'the application has no token of X');
  }
}

/** The endpoint of an account; null for a text that can be no handle or id. */
function pathOf(ref: ChannelRef, by: Credential): { endpoint: string; path: string } | null {
  if (ref === 'OWN') {
    if (by === 'APP') throw new PlatformFailure('REFUSED', 'the application has no account of its own on X');
    return { endpoint: 'me', path: 'users/me' };
  }
  if ('externalId' in ref) return isId(ref.externalId) ? { endpoint: 'users', path: `users/${ref.externalId}` } : null;
  const isHandle = /^\w{1,15}$/.test(ref.handle);
  return isHandle ? { endpoint: 'users', path: `users/by/username/${ref.handle}` } : null;
}

const isNotFound = ({ type }: ResourceError): boolean => codeOf(type) === 'resource-not-found';

function refusalOf([error]: readonly ResourceError[], what: string): PlatformFailure {
  const code = codeOf(error?.type);
  return new PlatformFailure(
    code === 'not-authorized-for-resource' ? 'NOT_GRANTED' : 'SILENT',
    `X answered ${what}: ${code}`,
  );
}

/** The last part of a problem's type, such as resource-not-found; empty for another text. */
const codeOf = (type: string | undefined): string => /\/([\w-]{1,60})$/.exec(type ?? '')?.[1] ?? '';

const channelOf = (item: UserItem): SocialChannel => ({
  externalId: item.id,
  handle: item.username,
  title: item.name,
  description: item.description,
  // The address without _normal is the original size; not verified for API v2.
  avatarUrl: item.profile_image_url?.replace(/_normal(\.\w{1,5})$/, '$1') ?? null,
  followers: item.public_metrics.followers_count ?? null,
});
