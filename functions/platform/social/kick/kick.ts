import type * as z from 'zod';
import { PlatformFailure } from '../failure.ts';
import { afford } from '../meter.ts';
import { type AppToken, askAsApp } from '../oauth/app-token.ts';
import { type PlatformAnswer, requestJson, requestPicture, shaped } from '../request.ts';
import type { ChannelRef, Cost, Credential, Meter, SocialPlatform } from '../social-platform.ts';
import { limited } from '../windows.ts';
import { answers } from './answers.ts';

export interface KickSettings {
  /** With the version, such as https://api.kick.com/public/v1. */
  readonly apiUrl: string;
  /** Without it only grants can ask. */
  readonly appToken: AppToken | undefined;
}

const bucket = 'api';
// Get Channels and Get Users.
const channelCost: Cost = { bucket, calls: 2, units: 2 };
const noCost: Cost = { bucket, calls: 0, units: 0 };
const pictureHosts = /\.kick\.com$/;

/**
 * Kick's public API. It has no endpoint of recorded videos (docs.kick.com, APIs: only channels, users and livestreams), so there are no
 * posts to list or to measure.
 */
export function kick(settings: KickSettings, meter: Meter): SocialPlatform {
  return {
    postsPerCall: 0,
    costs: { channel: channelCost, latest: noCost, posts: () => noCost },
    // Kick documents no rate limits.
    windows: {},

    async channel(ref, by) {
      const query = filterOf(ref, by);
      if (query === null) return null;
      const ask = askerOf(settings, by);
      await afford(meter, channelCost);
      const [found] = (await list({ settings, meter, ask, by }, 'channels', query, answers.channels())).data;
      if (found === undefined) return null;
      const id = String(found.broadcaster_user_id);
      const users = await list({ settings, meter, ask, by }, 'users', { id }, answers.users());
      const user = users.data.find(({ user_id }) => user_id === found.broadcaster_user_id);
      return {
        externalId: id,
        handle: found.slug,
        title: user?.name ?? found.slug,
        description: found.channel_description ?? '',
        avatarUrl: user?.profile_picture || null,
        // The API does not provide them.
        followers: null,
      };
    },

    latest: async () => noPosts(),
    posts: async () => noPosts(),

    // The API states no audience of a channel.
    audience: async () => null,

    image: (address) => requestPicture(address, settings.apiUrl, pictureHosts),
  };
}

function noPosts(): never {
  throw new Error('Kick provides no posts');
}

/** Null for a text that can be no slug or id. */
function filterOf(ref: ChannelRef, by: Credential): Record<string, string> | null {
  if (ref === 'OWN') {
    if (by === 'APP') throw new PlatformFailure('REFUSED', 'the application has no channel of its own on Kick');
    return {};
  }
  if ('externalId' in ref)
    return /^[1-9]\d{0,14}$/.test(ref.externalId) ? { broadcaster_user_id: ref.externalId } : null;
  const slug = ref.handle.toLowerCase();
  return /^[a-z0-9][\w-]{0,59}$/.test(slug) ? { slug } : null;
}

type Ask = (request: (token: string) => Promise<PlatformAnswer>) => Promise<PlatformAnswer>;

interface Asker {
  readonly settings: KickSettings;
  readonly meter: Meter;
  readonly ask: Ask;
  readonly by: Credential;
}

function askerOf({ appToken }: KickSettings, by: Credential): Ask {
  if (by !== 'APP') return (request) => request(by.accessToken);
  if (appToken === undefined) throw new PlatformFailure('REFUSED', 'the application has no token of Kick');
  return (request) => askAsApp(appToken, request);
}

/** A list. A 404 is no empty list: Kick retires versions of its endpoints, and that proves no deletion. */
async function list<T>(
  { settings, meter, ask, by }: Asker,
  resource: string,
  query: Readonly<Record<string, string>>,
  shape: z.ZodType<T>,
): Promise<T> {
  const url = new URL(`${settings.apiUrl.replace(/\/$/, '')}/${resource}`);
  url.search = new URLSearchParams(query).toString();
  const answer = await ask((token) => requestJson({ url, headers: { authorization: `Bearer ${token}` } }));
  const { status } = answer;
  if (status === 200) return shaped(answer, shape, `Kick's ${resource}`);
  const cause = `Kick answered ${status} to ${resource}`;
  if (status === 429) throw limited(meter, bucket, answer, null, cause);
  if (status === 401 || status === 403) throw new PlatformFailure(by === 'APP' ? 'REFUSED' : 'GRANT_REFUSED', cause);
  throw new PlatformFailure(status >= 400 && status < 500 && status !== 404 ? 'DECLINED' : 'SILENT', cause);
}
