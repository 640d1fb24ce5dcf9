import type { Platform } from '../../../schema/shared/enums.ts';
import type { Settings } from '../../settings/index.ts';
import type { Meter, SocialPlatform } from './social-platform.ts';
import { youtube } from './youtube/youtube.ts';

export { PlatformFailure, unusablePicture } from './failure.ts';
export type { ChannelRef, Cost, Meter, SocialPlatform } from './social-platform.ts';

export type SocialSettings = Pick<Settings, 'YOUTUBE_API_URL' | 'YOUTUBE_API_KEY' | 'YOUTUBE_DAILY_UNITS'>;

/** The adapter of a platform, or null when this deployment has none. */
export function platformOf(settings: SocialSettings, platform: Platform, meter: Meter): SocialPlatform | null {
  const { YOUTUBE_API_URL: apiUrl, YOUTUBE_API_KEY: apiKey } = settings;
  return platform === 'YOUTUBE' && apiKey !== undefined ? youtube({ apiUrl, apiKey }, meter) : null;
}

/** The daily quota of a platform's API. */
export interface Quota {
  readonly platform: Platform;
  /** YYYY-MM-DD in the time zone of the platform's quota. */
  readonly day: string;
  readonly units: number;
}

/** The current quota, or null when this deployment has no adapter. */
export function quotaOf(settings: SocialSettings, platform: Platform, now: Date): Quota | null {
  if (platform !== 'YOUTUBE' || settings.YOUTUBE_API_KEY === undefined) return null;
  return { platform, day: dayIn('America/Los_Angeles', now), units: settings.YOUTUBE_DAILY_UNITS };
}

/** YouTube's quotas reset at midnight Pacific time. */
const dayIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
