import type { Platform } from '../../../schema/shared/enums.ts';
import type { Settings } from '../../settings/index.ts';
import type { SocialPlatform, Spend } from './social-platform.ts';
import { postsOfAsk, unitsForChannel, unitsForPosts, unitsForVideos, youtube } from './youtube.ts';

export { metricTerms } from './metric-terms.ts';
export { unusablePicture } from './request.ts';
export type { ChannelRef, SocialPlatform, Spend } from './social-platform.ts';

export type SocialSettings = Pick<Settings, 'YOUTUBE_API_URL' | 'YOUTUBE_API_KEY' | 'YOUTUBE_DAILY_UNITS'>;

/** The adapter of a platform, or null where this deployment has none. */
export function platformOf(settings: SocialSettings, platform: Platform, spend: Spend): SocialPlatform | null {
  const { YOUTUBE_API_URL: apiUrl, YOUTUBE_API_KEY: apiKey } = settings;
  return platform === 'YOUTUBE' && apiKey !== undefined ? youtube({ apiUrl, apiKey }, spend) : null;
}

/** What a platform's API may be asked in one of its days. */
export interface Quota {
  readonly platform: Platform;
  /** YYYY-MM-DD where the platform counts its days. */
  readonly day: string;
  readonly units: number;
  /** Quota units that a call of channel() costs. */
  readonly unitsForChannel: number;
  /** What latestVideos() costs. */
  readonly unitsForVideos: number;
  /** What posts() costs, and how many it takes. */
  readonly unitsForPosts: number;
  readonly postsOfAsk: number;
}

/** The quota that is being spent now, or null where this deployment has no adapter. */
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
    postsOfAsk,
  };
}

/** YouTube's quotas begin anew at midnight Pacific time. */
const dayIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
