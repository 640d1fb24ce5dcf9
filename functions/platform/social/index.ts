import type { Platform } from '../../../schema/shared/enums.ts';
import { accessTo, type PlatformSettings } from '../../settings/index.ts';
import { instagram } from './instagram/instagram.ts';
import { kick } from './kick/kick.ts';
import { appTokenOf } from './oauth/app-token.ts';
import { type OAuthClient, openOAuth } from './oauth/oauth-client.ts';
import { quotaDayOf } from './quota-days.ts';
import type { Meter, SocialPlatform } from './social-platform.ts';
import { tiktok } from './tiktok/tiktok.ts';
import { twitch } from './twitch/twitch.ts';
import { withUsableAnswers } from './usable-answers.ts';
import { x } from './x/x.ts';
import { youtube } from './youtube/youtube.ts';

export {
  isFailureOfAll,
  isRefusedGrant,
  NoAnswer,
  PlatformFailure,
  unusablePicture,
} from './failure.ts';
export type { OAuthClient } from './oauth/oauth-client.ts';
export type { Tokens } from './oauth/tokens.ts';
export { secondsUntilNextDay } from './quota-days.ts';
export { withProvidedSaves } from './saves-provider/with-saves.ts';
export type {
  ChannelRef,
  Cost,
  Credential,
  Grant,
  MediaIds,
  Meter,
  PostReading,
  Reading,
  SocialChannel,
  SocialPlatform,
} from './social-platform.ts';
export { isOfAll, isOneLimit, windowOf } from './windows.ts';

/** Who asks: the application by its own key, or a creator's grant. */
export type Asker = 'APP' | 'GRANT';

/** The adapter of a platform, with checked profiles; null when this deployment cannot ask the platform so. */
export function platformOf(
  settings: PlatformSettings,
  platform: Platform,
  asker: Asker,
  meter: Meter,
): SocialPlatform | null {
  if (!canAsk(settings, platform, asker)) return null;
  return withUsableAnswers(adapters[platform](settings, meter));
}

type Adapter = (settings: PlatformSettings, meter: Meter) => SocialPlatform;

const adapters: Readonly<Record<Platform, Adapter>> = {
  YOUTUBE: (settings, meter) =>
    youtube(
      {
        apiUrl: settings.YOUTUBE_API_URL,
        analyticsUrl: settings.YOUTUBE_ANALYTICS_URL,
        apiKey: settings.YOUTUBE_API_KEY,
      },
      meter,
    ),
  INSTAGRAM: (settings, meter) => instagram({ apiUrl: settings.INSTAGRAM_API_URL }, meter),
  X: (settings, meter) => x({ apiUrl: settings.X_API_URL, appToken: settings.X_BEARER_TOKEN }, meter),
  TWITCH: (settings, meter) =>
    twitch(
      {
        apiUrl: settings.TWITCH_API_URL,
        clientId: settings.TWITCH_CLIENT_ID ?? '',
        appToken: appTokenOf('TWITCH', accessTo(settings, 'TWITCH'), meter),
      },
      meter,
    ),
  TIKTOK: (settings, meter) => tiktok({ apiUrl: settings.TIKTOK_API_URL }, meter),
  KICK: (settings, meter) =>
    kick({ apiUrl: settings.KICK_API_URL, appToken: appTokenOf('KICK', accessTo(settings, 'KICK'), meter) }, meter),
};

/** Whether this deployment has what the asker needs. */
export function canAsk(settings: PlatformSettings, platform: Platform, asker: Asker): boolean {
  return asker === 'APP' ? hasKey(settings, platform) : isRegistered(settings, platform);
}

/** Whether the application can ask without a grant. Twitch and Kick give a token to each registered application. */
function hasKey(settings: PlatformSettings, platform: Platform): boolean {
  if (platform === 'X') return settings.X_BEARER_TOKEN !== undefined;
  if (platform === 'YOUTUBE') return settings.YOUTUBE_API_KEY !== undefined;
  return (platform === 'TWITCH' || platform === 'KICK') && isRegistered(settings, platform);
}

function isRegistered(settings: PlatformSettings, platform: Platform): boolean {
  const { clientId, clientSecret } = accessTo(settings, platform);
  return clientId !== undefined && clientSecret !== undefined;
}

/** The sign-in of a platform, or null when this deployment does not offer it. */
export const oauthOf = (
  settings: PlatformSettings & { readonly BASE_URL: string },
  platform: Platform,
): OAuthClient | null =>
  canAsk(settings, platform, 'GRANT')
    ? openOAuth(platform, accessTo(settings, platform), `${settings.BASE_URL}/oauth/${platform.toLowerCase()}/callback`)
    : null;

/** The daily quota of a platform's API. */
export interface Quota {
  readonly platform: Platform;
  /** YYYY-MM-DD in the time zone of the platform's quota. */
  readonly day: string;
  readonly units: number;
}

/** The current quota of a platform. */
export const quotaOf = (settings: PlatformSettings, platform: Platform, now: Date): Quota => ({
  platform,
  day: quotaDayOf(platform, now),
  units: accessTo(settings, platform).dailyUnits,
});
