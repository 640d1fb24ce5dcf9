import { PlatformFailure } from '../failure.ts';
import { goneWithoutAsking, readingsIn } from '../items.ts';
import { requestPicture } from '../request.ts';
import type { ChannelRef, Credential, Grant, Meter, SocialChannel, SocialPlatform } from '../social-platform.ts';
import { answers, type UserItem, type VideoItem } from './answers.ts';
import { costOf, DisplayApi, ScopeMissing } from './display-api.ts';
import { readingFields, readingOf } from './reading.ts';

export interface TikTokSettings {
  /** With the version, such as https://open.tiktokapis.com/v2. */
  readonly apiUrl: string;
}

/** "List Videos" and "Query Videos": the maximum of videos on a page, and of ids in a call. */
const maxVideos = 20;
/** "Rate Limits". Whether TikTok counts users apart is not documented; all share one window here, which is stricter. */
const perMinute = { calls: 600, seconds: 60 };
const pictureHosts = /\.tiktokcdn(?:-[a-z]{2,4})?\.com$/;
const queried = { what: "TikTok's video/query", isNoneKnown: true };
const isVideoId = (id: string): boolean => /^\d{1,20}$/.test(id);

/** TikTok's Display API v2. It serves a grant its own account alone, and the application nothing. */
export function tiktok(settings: TikTokSettings, meter: Meter): SocialPlatform {
  const api = new DisplayApi(settings.apiUrl, meter);
  return {
    postsPerCall: maxVideos,
    // A grant that lacks a scope of the profile costs up to three calls more.
    costs: { channel: costOf('user/info'), latest: costOf('video/list'), posts: () => costOf('video/query') },
    windows: { 'user/info': perMinute, 'video/list': perMinute, 'video/query': perMinute },

    async channel(ref, by) {
      const grant = grantIn(by);
      if (ref !== 'OWN' && 'externalId' in ref) onlyOwn(ref.externalId, grant);
      const found = channelOf(await readUser(api, grant));
      if (isOf(ref, found)) return found;
      throw new PlatformFailure('NOT_GRANTED', 'TikTok serves a grant no other accounts');
    },

    async latest(externalId, by, { limit, cursor }) {
      const grant = grantIn(by);
      onlyOwn(externalId, grant);
      const { data } = await api.ask('video/list', 'id,create_time', grant, answers.page(), {
        max_count: Math.min(limit, maxVideos),
        // The time in milliseconds before which the videos of the page were published.
        ...(cursor !== undefined && { cursor: Number(cursor) }),
      });
      const posts = data.videos.map((item) => ({
        contentId: item.id,
        publishedAt: new Date(item.create_time * 1000),
      }));
      const next = data.has_more ? String(data.cursor) : null;
      return { posts, next: next === cursor ? null : next };
    },

    async posts(ids, by) {
      if (ids.length === 0 || ids.length > maxVideos) throw new Error(`${ids.length} posts are not one call`);
      const grant = grantIn(by);
      const asked = [...new Set(ids.filter(isVideoId))];
      const gone = goneWithoutAsking(ids, isVideoId);
      if (asked.length === 0) return new Map(gone);
      const query = { filters: { video_ids: asked } };
      const { data } = await api.ask('video/query', readingFields, grant, answers.videos(), query);
      // A private video, and one of another account, is missing as a deleted one is. The list of a success is empty when all are.
      const read = (item: VideoItem) => readingOf(item, grant.externalId);
      return new Map([...gone, ...readingsIn(data.videos, asked, read, queried)]);
    },

    // The Display API states no audience of an account.
    audience: async () => null,

    image: (address) => requestPicture(address, settings.apiUrl, pictureHosts),
  };
}

function grantIn(by: Credential): Grant {
  if (by !== 'APP') return by;
  throw new PlatformFailure('NOT_GRANTED', 'TikTok serves an application nothing without a grant');
}

function onlyOwn(externalId: string, by: Grant): void {
  if (externalId !== by.externalId) throw new PlatformFailure('NOT_GRANTED', 'TikTok serves a grant no other accounts');
}

function isOf(ref: ChannelRef, { handle }: SocialChannel): boolean {
  return ref === 'OWN' || 'externalId' in ref || handle?.toLowerCase() === ref.handle.toLowerCase();
}

/** "Get User Info": the fields by the scope that each needs. */
const fields = {
  basic: 'open_id,display_name,avatar_url,avatar_large_url',
  profile: 'username,bio_description',
  stats: 'follower_count',
};

/**
 * TikTok refuses the whole call for one field without its scope, and a person can refuse each scope but the basic one. So the call is repeated
 * with fewer fields until TikTok accepts them.
 */
async function readUser(api: DisplayApi, by: Grant): Promise<UserItem> {
  const smaller = [`${fields.basic},${fields.profile}`, `${fields.basic},${fields.stats}`, fields.basic];
  let wanted = `${fields.basic},${fields.profile},${fields.stats}`;
  for (;;) {
    try {
      return (await api.ask('user/info', wanted, by, answers.user())).data.user;
    } catch (error) {
      const fewer = smaller.shift();
      if (!(error instanceof ScopeMissing) || fewer === undefined) throw error;
      wanted = fewer;
    }
  }
}

const channelOf = (user: UserItem): SocialChannel => ({
  externalId: user.open_id,
  handle: user.username || null,
  title: user.display_name,
  description: user.bio_description,
  avatarUrl: user.avatar_large_url || user.avatar_url || null,
  followers: user.follower_count ?? null,
});
