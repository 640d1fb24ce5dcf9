import type * as z from 'zod';
import { PlatformFailure } from '../failure.ts';
import { readingsIn } from '../items.ts';
import { afford } from '../meter.ts';
import { requestJson, requestPicture, shaped } from '../request.ts';
import type {
  ChannelRef,
  Cost,
  Count,
  Counts,
  Credential,
  Meter,
  PostReading,
  Reading,
  SocialChannel,
  SocialPlatform,
} from '../social-platform.ts';
import { hashtagsIn, secondsIn } from '../texts.ts';
import { answers, type ChannelItem, type VideoItem } from './answers.ts';
import { readAudience } from './audience.ts';
import { failureOf, reasonsIn } from './failure.ts';

export interface YouTubeSettings {
  readonly apiUrl: string;
  /** The YouTube Analytics API, which answers only to grants. */
  readonly analyticsUrl: string;
  /** The application's own key; without it only grants can ask. */
  readonly apiKey: string | undefined;
}

/** The maximum of items on a page, and of ids in a call. */
const maxItems = 50;
const units = (calls: number): Cost => ({ bucket: 'read', calls, units: calls });
/** Each call that is used here costs one unit of the quota of the day. YouTube has no smaller window. */
const costs = {
  channel: units(1),
  // channels.list and playlistItems.list at once, because half of a list is useless.
  latest: units(2),
  posts: () => units(1),
};
const pictureHosts = /\.(?:ggpht|googleusercontent|ytimg)\.com$/;

/** YouTube Data API v3. */
export function youtube(given: YouTubeSettings, meter: Meter): SocialPlatform {
  const settings: Connected = { ...given, meter };
  return {
    postsPerCall: maxItems,
    costs,
    windows: {},

    async channel(ref, by) {
      await afford(meter, costs.channel);
      const found = await findChannel(settings, ref, by, 'snippet,statistics');
      return found && channelOf(found);
    },

    async latest(externalId, by, { limit, cursor }) {
      await afford(meter, costs.latest);
      const found = await findChannel(settings, { externalId }, by, 'snippet,contentDetails');
      const uploads = found?.contentDetails?.relatedPlaylists.uploads;
      if (!uploads) return { posts: [], next: null };
      const page = {
        part: 'contentDetails',
        playlistId: uploads,
        maxResults: String(Math.min(limit, maxItems)),
        ...(cursor !== undefined && { pageToken: cursor }),
      };
      const { items, nextPageToken } = await list(settings, by, 'playlistItems', page, answers.playlistItems());
      const posts = items.flatMap(({ contentDetails: { videoId, videoPublishedAt } }) =>
        videoPublishedAt === undefined ? [] : [{ contentId: videoId, publishedAt: new Date(videoPublishedAt) }],
      );
      return { posts, next: nextPageToken ?? null };
    },

    async posts(ids, by) {
      if (ids.length === 0 || ids.length > maxItems) throw new Error(`${ids.length} posts are not one call`);
      await afford(meter, costs.posts());
      const part = 'snippet,statistics,status,contentDetails,liveStreamingDetails';
      const { items } = await list(settings, by, 'videos', { part, id: ids.join(',') }, answers.videos());
      return readingsIn(items, ids, readingOf, "YouTube's videos");
    },

    audience: (by, { now }) => readAudience(settings.analyticsUrl, meter, by, now),

    image: (address) => requestPicture(address, settings.apiUrl, pictureHosts),
  };
}

interface Connected extends YouTubeSettings {
  readonly meter: Meter;
}

/** A page of a list; empty when the channel has no uploads list, as before its first upload. */
async function list<List>(
  { apiUrl, apiKey, meter }: Connected,
  by: Credential,
  resource: string,
  query: Record<string, string>,
  shape: z.ZodType<List>,
): Promise<List> {
  const url = new URL(`${apiUrl.replace(/\/$/, '')}/${resource}`);
  url.search = new URLSearchParams(query).toString();
  const answer = await requestJson({ url, headers: credentialOf(by, apiKey) });
  if (answer.status === 200) return shaped(answer, shape, `YouTube's ${resource}`);
  if (answer.status === 404 && reasonsIn(answer)[0] === 'playlistNotFound') return shape.parse({});
  throw failureOf(answer, resource, { meter, bucket: costs.channel.bucket });
}

function credentialOf(by: Credential, apiKey: string | undefined): Record<string, string> {
  if (by !== 'APP') return { authorization: `Bearer ${by.accessToken}` };
  if (apiKey === undefined) throw new PlatformFailure('NOT_GRANTED', 'the application has no key of YouTube');
  return { 'x-goog-api-key': apiKey };
}

async function findChannel(
  settings: Connected,
  ref: ChannelRef,
  by: Credential,
  part: string,
): Promise<ChannelItem | null> {
  const { items } = await list(settings, by, 'channels', { part, ...filterOf(ref) }, answers.channels());
  return items[0] ?? null;
}

function filterOf(ref: ChannelRef): Record<string, string> {
  if (ref === 'OWN') return { mine: 'true' };
  return 'externalId' in ref ? { id: ref.externalId } : { forHandle: ref.handle };
}

function channelOf({ id, snippet, statistics }: ChannelItem): SocialChannel {
  return {
    externalId: id,
    handle: snippet.customUrl?.replace(/^@/, '') || null,
    title: snippet.title,
    description: snippet.description,
    avatarUrl: largest(snippet.thumbnails),
    followers: statistics.hiddenSubscriberCount ? null : (statistics.subscriberCount ?? null),
  };
}

const largest = (pictures: readonly { url: string; width?: number | undefined }[]): string | null =>
  [...pictures].sort((a, b) => (b.width ?? 0) - (a.width ?? 0))[0]?.url ?? null;

function readingOf({ snippet, status, contentDetails, liveStreamingDetails, statistics }: VideoItem): Reading {
  if (status.privacyStatus === 'private') return 'PRIVATE';
  return {
    ownerExternalId: snippet.channelId,
    publishedAt: new Date(snippet.publishedAt),
    visibility: visibilityOf(status.privacyStatus, snippet.liveBroadcastContent),
    // The API does not distinguish Shorts.
    mediaType: liveStreamingDetails === undefined ? 'VIDEO' : 'STREAM',
    title: snippet.title,
    coverUrl: largest(snippet.thumbnails),
    durationSeconds: secondsIn(contentDetails.duration),
    hashtags: hashtagsIn(`${snippet.title} ${snippet.description}`),
    counts: countsOf(statistics),
  };
}

function visibilityOf(privacyStatus: string, liveBroadcastContent: string): PostReading['visibility'] {
  if (liveBroadcastContent === 'upcoming') return 'UPCOMING';
  return privacyStatus === 'public' ? 'PUBLIC' : 'UNLISTED';
}

function countsOf({ viewCount, likeCount, commentCount }: VideoItem['statistics']): Counts {
  // A hidden count is absent.
  const shown = (count: number | undefined): Count => count ?? 'HIDDEN';
  return {
    views: shown(viewCount),
    likes: shown(likeCount),
    comments: shown(commentCount),
    saves: 'NOT_OFFERED',
    shares: 'NOT_OFFERED',
  };
}
