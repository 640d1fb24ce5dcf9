import type * as z from 'zod';
import { isRefusedGrant, PlatformFailure } from '../failure.ts';
import { goneWithoutAsking, noItems, readingsIn } from '../items.ts';
import { afford } from '../meter.ts';
import { type AppToken, askAsApp } from '../oauth/app-token.ts';
import { type PlatformAnswer, requestJson, requestPicture, shaped } from '../request.ts';
import type {
  ChannelRef,
  Cost,
  Credential,
  Meter,
  Reading,
  SocialChannel,
  SocialPlatform,
} from '../social-platform.ts';
import { hashtagsIn } from '../texts.ts';
import { bucketOfGrant, limited, reportWindow, twitchHeaders } from '../windows.ts';
import { answers, type UserItem, type VideoItem } from './answers.ts';

export interface TwitchSettings {
  readonly apiUrl: string;
  /** The id of the application, which each request names. */
  readonly clientId: string;
  /** Without it only grants can ask. */
  readonly appToken: AppToken | undefined;
}

/** The maximum of items on a page, and of ids in a call ("Getting Videos": at most 100 IDs, by a repeated `id`). */
const maxItems = 100;
/** Twitch counts the application and each user apart, 800 points a minute each ("Twitch API Concepts"). */
const bucketOf = (by: Credential): string => (by === 'APP' ? 'app' : bucketOfGrant('user', by));
const points = (calls: number, by: Credential = 'APP'): Cost => ({ bucket: bucketOf(by), calls, units: calls });
const perMinute = { calls: 800, seconds: 60 };
// Get Users and Get Channel Followers.
const channelCalls = 2;
const pictureHosts = /\.jtvnw\.net$/;
const isVideoId = (id: string): boolean => /^\d{1,20}$/.test(id);

/** Twitch API (Helix). */
export function twitch(settings: TwitchSettings, meter: Meter): SocialPlatform {
  const api = new Helix(settings, meter);
  return {
    postsPerCall: maxItems,
    costs: { channel: points(channelCalls), latest: points(1), posts: () => points(1) },
    windows: { app: perMinute, user: perMinute },
    bucketOfGrants: (_, accountId) => bucketOfGrant('user', { accountId }),

    async channel(ref, by) {
      const query = filterOf(ref, by);
      if (query === null) return null;
      await api.afford(channelCalls, by);
      const users = await api.get('users', query, by, answers.users());
      const user = users?.data[0];
      return user === undefined ? null : channelOf(user, await api.followersOf(user.id, by));
    },

    async latest(externalId, by, { limit, cursor }) {
      await api.afford(1, by);
      const query = new URLSearchParams({
        user_id: externalId,
        first: String(Math.min(limit, maxItems)),
        sort: 'time',
      });
      if (cursor !== undefined) query.set('after', cursor);
      const page = await api.get('videos', query, by, answers.page());
      const posts = (page?.data ?? []).map((item) => ({
        contentId: item.id,
        publishedAt: new Date(item.published_at),
      }));
      // Twitch states a cursor for the page after the last one too, which is empty and has none ("Pagination").
      const next = page?.pagination.cursor || null;
      return { posts, next: next === cursor ? null : next };
    },

    async posts(ids, by) {
      if (ids.length === 0 || ids.length > maxItems) throw new Error(`${ids.length} posts are not one call`);
      // One text that cannot be an id makes Twitch refuse the whole call.
      const asked = [...new Set(ids.filter(isVideoId))];
      const gone = goneWithoutAsking(ids, isVideoId);
      return asked.length === 0 ? new Map(gone) : new Map([...gone, ...(await readVideos(api, asked, by))]);
    },

    // The API states no audience of a channel.
    audience: async () => null,

    image: (address) => requestPicture(address, settings.apiUrl, pictureHosts),
  };
}

class Helix {
  readonly #settings: TwitchSettings;
  readonly #meter: Meter;

  constructor(settings: TwitchSettings, meter: Meter) {
    this.#settings = settings;
    this.#meter = meter;
  }

  /** Spends the points of calls that this credential can make. */
  async afford(calls: number, by: Credential): Promise<void> {
    this.#refuseWithoutToken(by);
    await afford(this.#meter, points(calls, by));
  }

  /** The answer; null when Twitch knows none of the ids, which is its 404. */
  async get<T>(resource: string, query: URLSearchParams, by: Credential, shape: z.ZodType<T>): Promise<T | null> {
    const { apiUrl, clientId } = this.#settings;
    const url = new URL(`${apiUrl.replace(/\/$/, '')}/${resource}`);
    url.search = query.toString();
    const ask = (token: string) =>
      requestJson({ url, headers: { authorization: `Bearer ${token}`, 'client-id': clientId } });
    const answer = await (by === 'APP' ? askAsApp(this.#refuseWithoutToken(by), ask) : ask(by.accessToken));
    if (answer.status === 200) {
      reportWindow(this.#meter, bucketOf(by), answer, twitchHeaders);
      return shaped(answer, shape, `Twitch's ${resource}`);
    }
    const problem = answers.problem().safeParse(answer.body).data;
    // A proxy's 404 has no body of this form, and proves no deletion.
    if (answer.status === 404 && problem?.status === 404) {
      reportWindow(this.#meter, bucketOf(by), answer, twitchHeaders);
      return null;
    }
    throw this.#failureOf(answer, resource, by, problem);
  }

  /** Null when Twitch refuses the total to this credential, because a channel without it is still of use. */
  async followersOf(id: string, by: Credential): Promise<number | null> {
    // "Get Channel Followers": a token without the scope of the channel's moderators gets the total alone. Not verified for the application's.
    const query = new URLSearchParams({ broadcaster_id: id, first: '1' });
    try {
      return (await this.get('channels/followers', query, by, answers.followers()))?.total ?? null;
    } catch (error) {
      if (isRefusedGrant(error) || (error instanceof PlatformFailure && error.kind === 'REFUSED')) return null;
      throw error;
    }
  }

  #failureOf(
    answer: PlatformAnswer,
    resource: string,
    by: Credential,
    { error, message }: { readonly error: string; readonly message: string } = { error: '', message: '' },
  ): PlatformFailure {
    // The error is the name of the status, such as Unauthorized. The message can contain what was asked.
    const code = /^[\w ]{1,40}$/.test(error) ? error : '';
    const cause = `Twitch answered ${answer.status} ${code} to ${resource}`;
    if (answer.status === 429) return limited(this.#meter, bucketOf(by), answer, twitchHeaders, cause);
    const { status } = answer;
    if (status < 400 || status >= 500) return new PlatformFailure('SILENT', cause);
    // A missing scope is a 401 too; 403 is a credential that may not ask this.
    // A proxy's refusal, which has no error of this form, is none of Twitch.
    if (status !== 401 && status !== 403) return new PlatformFailure(error === '' ? 'SILENT' : 'DECLINED', cause);
    const isOfApplication = by === 'APP' || /client.?id/i.test(message);
    return new PlatformFailure(isOfApplication ? 'REFUSED' : 'GRANT_REFUSED', cause);
  }

  #refuseWithoutToken(by: 'APP'): AppToken;
  #refuseWithoutToken(by: Credential): AppToken | undefined;
  #refuseWithoutToken(by: Credential): AppToken | undefined {
    const { appToken } = this.#settings;
    if (by === 'APP' && appToken === undefined)
      throw new PlatformFailure('REFUSED', 'the application has no token of Twitch');
    return appToken;
  }
}

/** Null for a text that cannot be a login or an id. Twitch refuses the whole call for one. */
function filterOf(ref: ChannelRef, by: Credential): URLSearchParams | null {
  if (ref === 'OWN') {
    if (by === 'APP') throw new PlatformFailure('REFUSED', 'the application has no channel of its own on Twitch');
    return new URLSearchParams();
  }
  if ('externalId' in ref) return isVideoId(ref.externalId) ? new URLSearchParams({ id: ref.externalId }) : null;
  const login = ref.handle.toLowerCase();
  return /^\w{1,25}$/.test(login) ? new URLSearchParams({ login }) : null;
}

/** Twitch says by its 404 that it knows none of the ids; an empty list says nothing ("Get Videos", Response Codes). */
async function readVideos(api: Helix, ids: readonly string[], by: Credential): Promise<ReadonlyMap<string, Reading>> {
  await api.afford(1, by);
  const query = new URLSearchParams(ids.map((id) => ['id', id]));
  const answer = await api.get('videos', query, by, answers.videos());
  return readingsIn(answer?.data ?? noItems, ids, readingOf, { what: "Twitch's videos", isNoneKnown: answer === null });
}

const channelOf = (user: UserItem, followers: number | null): SocialChannel => ({
  externalId: user.id,
  handle: user.login || null,
  title: user.display_name,
  description: user.description,
  avatarUrl: user.profile_image_url || null,
  followers,
});

function readingOf(item: VideoItem): Reading {
  // "Get Videos" says that it is always public; older answers also had private.
  if (item.viewable === 'private') return 'PRIVATE';
  return {
    ownerExternalId: item.user_id,
    publishedAt: new Date(item.published_at),
    visibility: 'PUBLIC',
    mediaType: item.type === 'archive' ? 'STREAM' : 'VIDEO',
    title: item.title,
    coverUrl: coverOf(item.thumbnail_url),
    durationSeconds: secondsOf(item.duration),
    hashtags: hashtagsIn(`${item.title} ${item.description}`),
    counts: {
      views: item.view_count ?? 'UNAVAILABLE',
      likes: 'NOT_OFFERED',
      comments: 'NOT_OFFERED',
      saves: 'NOT_OFFERED',
      shares: 'NOT_OFFERED',
    },
  };
}

/** The address in a template such as …-%{width}x%{height}.jpg; it is empty while the picture is made. */
const coverOf = (template: string): string | null =>
  template.replace('%{width}', '640').replace('%{height}', '360') || null;

/** The seconds of a duration such as 1h2m3s; null for another text. */
function secondsOf(text: string): number | null {
  const match = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9})s)?$/.exec(text);
  if (match === null || text === '') return null;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return (hours * 60 + minutes) * 60 + seconds;
}
