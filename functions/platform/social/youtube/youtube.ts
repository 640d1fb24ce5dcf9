import { readingsIn } from '../items.ts';
import { afford } from '../meter.ts';
import { requestPicture } from '../request.ts';
import type { Count, Counts, Meter, PostReading, Reading, SocialChannel, SocialPlatform } from '../social-platform.ts';
import { hashtagsIn, secondsIn } from '../texts.ts';
import { answers, type ChannelItem, type VideoItem } from './answers.ts';
import { readAudience } from './audience.ts';
import { type Connected, findChannel, list, maxItems, units, type YouTubeSettings } from './data-api.ts';
import { listUploads } from './uploads.ts';

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
      const found = await findChannel(settings, ref, by);
      return found && channelOf(found);
    },

    latest: (externalId, by, page) => listUploads(settings, externalId, by, page),

    async posts(ids, by) {
      if (ids.length === 0 || ids.length > maxItems) throw new Error(`${ids.length} posts are not one call`);
      await afford(meter, costs.posts());
      const query = { part: 'snippet,statistics,status,contentDetails,liveStreamingDetails', id: ids.join(',') };
      const { items, pageInfo } = await list(settings, by, { resource: 'videos', query, shape: answers.videos() });
      const isNoneKnown = pageInfo?.totalResults === 0;
      return readingsIn(items, ids, readingOf, { what: "YouTube's videos", isNoneKnown });
    },

    audience: (by, { now }) => readAudience(settings.analyticsUrl, meter, by, now),

    image: (address) => requestPicture(address, settings.apiUrl, pictureHosts),
  };
}

function channelOf({ id, snippet, statistics, contentDetails }: ChannelItem): SocialChannel {
  return {
    externalId: id,
    handle: snippet.customUrl?.replace(/^@/, '') || null,
    title: snippet.title,
    description: snippet.description,
    avatarUrl: largest(snippet.thumbnails),
    followers: statistics.hiddenSubscriberCount ? null : (statistics.subscriberCount ?? null),
    listId: contentDetails.relatedPlaylists.uploads ?? null,
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
