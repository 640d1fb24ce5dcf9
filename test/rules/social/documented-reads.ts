import type * as z from 'zod';
import { answers as ofInstagram } from '../../../functions/platform/social/instagram/answers.ts';
import { answers as ofKick } from '../../../functions/platform/social/kick/answers.ts';
import { answers as ofTiktok } from '../../../functions/platform/social/tiktok/answers.ts';
import { answers as ofTwitch } from '../../../functions/platform/social/twitch/answers.ts';
import { answers as ofX } from '../../../functions/platform/social/x/answers.ts';
import { answers as ofYoutube } from '../../../functions/platform/social/youtube/answers.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import { mediaIdOf } from '../../../scripts/local/endpoints/social-simulator/instagram/media.ts';
import type { Documented } from '../../support/social/fidelity.ts';
import instagram from './instagram/fidelity.json' with { type: 'json' };
import kick from './kick/fidelity.json' with { type: 'json' };
import tiktok from './tiktok/fidelity.json' with { type: 'json' };
import twitch from './twitch/fidelity.json' with { type: 'json' };
import x from './x/fidelity.json' with { type: 'json' };
import youtube from './youtube/fidelity.json' with { type: 'json' };

/** A request to the simulator of a platform whose answer the platform documents. */
export interface Compared {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: object;
  /** By default the token of the person. */
  readonly token?: string | null;
  readonly documented: Documented;
  /** The adapter's schema. */
  readonly shape: z.ZodType;
  /** Keys of the simulator that the documentation lacks, with the reason. */
  readonly allowed?: Readonly<Record<string, string>>;
}

/** The account and its two posts at the simulator. */
export interface Subject {
  readonly externalId: string;
  readonly handle: string;
  readonly video: string;
  readonly hidden: string;
}

/** A token that no platform has issued. */
const refused = 'a-token-that-nobody-has';

const youtubeReads = ({ externalId, video, hidden }: Subject): Record<string, Compared> => {
  const list = (resource: string, query: string) => `/youtube/v3/${resource}?${query}`;
  const report = (query: string) =>
    `/youtube/analytics/v2/reports?ids=channel==MINE&startDate=2026-01-01&endDate=2026-02-01&${query}`;
  return {
    'a channel': {
      path: list('channels', 'mine=true&part=snippet,contentDetails,statistics'),
      documented: youtube.channels,
      shape: ofYoutube.channels(),
    },
    'the uploads of a channel': {
      path: list(
        'playlistItems',
        `playlistId=${externalId.replace(/^UC/, 'UU')}&maxResults=1&part=contentDetails,status`,
      ),
      documented: youtube.playlistItems,
      shape: ofYoutube.playlistItems(),
    },
    'a video': {
      path: list('videos', `id=${video},${hidden}&part=snippet,contentDetails,status,statistics,liveStreamingDetails`),
      documented: youtube.videos,
      shape: ofYoutube.videos(),
    },
    'a report by country': {
      path: report('metrics=views&dimensions=country'),
      documented: youtube.report,
      shape: ofYoutube.report(),
    },
    'a report by age': {
      path: report('metrics=viewerPercentage&dimensions=ageGroup,gender'),
      documented: youtube.report,
      shape: ofYoutube.report(),
    },
    'a refused token': {
      path: list('channels', 'mine=true&part=snippet'),
      token: refused,
      documented: youtube.error,
      shape: ofYoutube.problem(),
    },
  };
};

const tiktokReads = ({ video }: Subject): Record<string, Compared> => {
  const userFields =
    'open_id,union_id,avatar_url,avatar_large_url,display_name,bio_description,username,follower_count';
  const fields = Object.keys(tiktok.videoObject.fields).join(',');
  return {
    'a user': {
      path: `/tiktok/v2/user/info/?fields=${userFields}`,
      documented: tiktok.user,
      shape: ofTiktok.user(),
    },
    'a list of videos': {
      ...{ path: `/tiktok/v2/video/list/?fields=id,title,${fields}`, method: 'POST', body: { max_count: 5 } },
      documented: tiktok.list,
      shape: ofTiktok.videos(),
    },
    'a query of videos': {
      path: `/tiktok/v2/video/query/?fields=id,title,${fields}`,
      ...{ method: 'POST', body: { filters: { video_ids: [video] } } },
      documented: tiktok.query,
      shape: ofTiktok.videos(),
    },
    'a refused token': {
      path: '/tiktok/v2/user/info/?fields=open_id',
      token: refused,
      documented: tiktok.scopeMissing,
      shape: ofTiktok.error(),
      allowed: { data: 'The reported answer lacks it; each documented answer has it.' },
    },
  };
};

const instagramReads = ({ video }: Subject): Record<string, Compared> => {
  const media = mediaIdOf(video);
  return {
    'the account': {
      path: '/instagram/me?fields=user_id,username,name,followers_count,media_count,profile_picture_url',
      // The list around it is only in "Get Started".
      documented: { ...instagram.me, body: instagram.me.body.data[0] },
      shape: ofInstagram.me(),
    },
    'the list of media': {
      path: '/instagram/me/media?limit=1&fields=permalink,timestamp,media_product_type',
      documented: instagram.media,
      shape: ofInstagram.page(),
    },
    'a medium': {
      path: `/instagram/${media}?fields=media_type,media_product_type,caption,timestamp,media_url,thumbnail_url`,
      documented: instagram.medium,
      shape: ofInstagram.media(),
    },
    'the insights of a medium': {
      path: `/instagram/${media}/insights?metric=views,likes,comments,saved,shares`,
      documented: instagram.mediaInsights,
      shape: ofInstagram.insights(),
    },
    'the demographics of the followers': {
      path: '/instagram/me/insights?metric=follower_demographics&period=lifetime&metric_type=total_value&timeframe=this_month&breakdown=age,gender',
      documented: instagram.demographics,
      shape: ofInstagram.demographics(),
    },
    'a refused token': {
      path: '/instagram/me',
      token: refused,
      documented: instagram.error,
      shape: ofInstagram.problem(),
    },
  };
};

const xReads = ({ externalId, video, hidden }: Subject): Record<string, Compared> => {
  const fields =
    'tweet.fields=attachments,author_id,created_at,note_tweet,public_metrics&expansions=attachments.media_keys&media.fields=duration_ms,preview_image_url,type,url';
  return {
    posts: { path: `/x/2/tweets?ids=${video},${hidden}&${fields}`, documented: x.posts, shape: ofX.posts() },
    'a timeline': {
      path: `/x/2/users/${externalId}/tweets?max_results=5&tweet.fields=created_at`,
      documented: x.timeline,
      shape: ofX.page(),
    },
    'a user': {
      path: '/x/2/users/me?user.fields=description,name,profile_image_url,public_metrics,username',
      documented: x.user,
      shape: ofX.user(),
    },
    'a refused token': { path: '/x/2/users/me', token: refused, documented: x.problem, shape: ofX.problem() },
  };
};

const twitchReads = ({ externalId, video }: Subject): Record<string, Compared> => ({
  'a user': { path: '/twitch/helix/users', documented: twitch.users, shape: ofTwitch.users() },
  followers: {
    path: `/twitch/helix/channels/followers?broadcaster_id=${externalId}`,
    documented: twitch.followers,
    shape: ofTwitch.followers(),
  },
  'a video': { path: `/twitch/helix/videos?id=${video}`, documented: twitch.videos, shape: ofTwitch.videos() },
  'a list of videos': {
    path: `/twitch/helix/videos?user_id=${externalId}`,
    documented: twitch.videos,
    shape: ofTwitch.page(),
  },
  'a missing token': {
    path: '/twitch/helix/users',
    token: null,
    documented: twitch.oauthMissing,
    shape: ofTwitch.problem(),
  },
});

const kickReads = (): Record<string, Compared> => ({
  'a channel': { path: '/kick/public/v1/channels', documented: kick.channels, shape: ofKick.channels() },
  'a user': { path: '/kick/public/v1/users', documented: kick.users, shape: ofKick.users() },
});

type Reads = (subject: Subject) => Readonly<Record<string, Compared>>;

/** The reads of each platform that the service makes. */
export const documentedReads: Readonly<Record<Platform, Reads>> = {
  YOUTUBE: youtubeReads,
  TIKTOK: tiktokReads,
  INSTAGRAM: instagramReads,
  X: xReads,
  TWITCH: twitchReads,
  KICK: kickReads,
};

/** The answer of each platform to the token request of a person. */
export const documentedTokens: Readonly<Record<Platform, Documented>> = {
  YOUTUBE: youtube.token,
  TIKTOK: tiktok.token,
  INSTAGRAM: instagram.token,
  X: x.token,
  TWITCH: twitch.token,
  KICK: kick.token,
};

/** The answer to the exchange and the prolongation of a token of Instagram. */
export const documentedLongLived: Documented = instagram.longLived;
