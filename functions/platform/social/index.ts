import type { Platform } from '../../../schema/shared/enums.ts';
import type { Settings } from '../../settings/index.ts';
import type { SocialPlatform, Spend } from './social-platform.ts';
import { postsPerCall, unitsForChannel, unitsForPosts, unitsForVideos, youtube } from './youtube.ts';

export { unusablePicture } from './request.ts';
export type { ChannelRef, SocialPlatform, Spend } from './social-platform.ts';

export type SocialSettings = Pick<Settings, 'YOUTUBE_API_URL' | 'YOUTUBE_API_KEY' | 'YOUTUBE_DAILY_UNITS'>;

/** The adapter of a platform, or null when this deployment has none. */
export function platformOf(settings: SocialSettings, platform: Platform, spend: Spend): SocialPlatform | null {
  const { YOUTUBE_API_URL: apiUrl, YOUTUBE_API_KEY: apiKey } = settings;
  return platform === 'YOUTUBE' && apiKey !== undefined ? youtube({ apiUrl, apiKey }, spend) : null;
}

/** The daily quota of a platform's API. */
export interface Quota {
  readonly platform: Platform;
  /** YYYY-MM-DD in the time zone of the platform's quota. */
  readonly day: string;
  readonly units: number;
  /** The cost of channel() in quota units. */
  readonly unitsForChannel: number;
  /** The cost of latestVideos(). */
  readonly unitsForVideos: number;
  /** The cost of posts(), and the maximum of ids per call. */
  readonly unitsForPosts: number;
  readonly postsPerCall: number;
}

/** The current quota, or null when this deployment has no adapter. */
export function quotaOf(settings: SocialSettings, platform: Platform, now: Date): Quota | null {
  if (platform !== 'YOUTUBE' || settings.YOUTUBE_API_KEY === undefined) return null;
  const day = dayIn('America/Los_Angeles', now);
  return {
    platform,
    day,
    units: settings.YOUTUBE_DAILY_UNITS,
    unitsForChannel,
    unitsForVideos,
    unitsForPosts,
    postsPerCall,
  };
}

/** YouTube's quotas reset at midnight Pacific time. */
const dayIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
