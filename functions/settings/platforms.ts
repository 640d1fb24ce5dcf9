import * as z from 'zod';
import { type Platform, platforms } from '../../schema/shared/enums.ts';
import { lazy } from '../../schema/shared/lazy.ts';
import { integer, optionalText, optionalUrl } from './shapes.ts';

interface Defaults {
  readonly api: string;
  readonly authorize: string;
  readonly token: string;
  /** Units to spend in a day; see docs/deploy.md. */
  readonly units: number;
}

/** The platforms' own addresses, from their documentation. */
const defaults: Readonly<Record<Platform, Defaults>> = {
  YOUTUBE: {
    api: 'https://www.googleapis.com/youtube/v3',
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    units: 10_000,
  },
  TIKTOK: {
    api: 'https://open.tiktokapis.com/v2',
    authorize: 'https://www.tiktok.com/v2/auth/authorize/',
    token: 'https://open.tiktokapis.com/v2/oauth/token/',
    units: 500_000,
  },
  INSTAGRAM: {
    api: 'https://graph.instagram.com',
    authorize: 'https://www.instagram.com/oauth/authorize',
    token: 'https://api.instagram.com/oauth/access_token',
    units: 100_000,
  },
  X: {
    api: 'https://api.x.com/2',
    authorize: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    units: 10_000,
  },
  TWITCH: {
    api: 'https://api.twitch.tv/helix',
    authorize: 'https://id.twitch.tv/oauth2/authorize',
    token: 'https://id.twitch.tv/oauth2/token',
    units: 500_000,
  },
  KICK: {
    api: 'https://api.kick.com/public/v1',
    authorize: 'https://id.kick.com/oauth/authorize',
    token: 'https://id.kick.com/oauth/token',
    units: 100_000,
  },
};

const fieldsOf = ({ api, authorize, token, units }: Defaults) => ({
  API_URL: urlOr(api),
  AUTHORIZE_URL: urlOr(authorize),
  TOKEN_URL: urlOr(token),
  REVOKE_URL: optionalUrl(),
  CLIENT_ID: optionalText(),
  CLIENT_SECRET: optionalText(),
  DAILY_UNITS: integer(0, 10_000_000, units),
});
type PlatformFields = ReturnType<typeof fieldsOf>;

/** The settings of all platforms, each with the prefix of its platform. */
export const platformKeys = lazy(() =>
  z.object({
    ...allFields(),
    YOUTUBE_API_KEY: optionalText(),
    YOUTUBE_ANALYTICS_URL: urlOr('https://youtubeanalytics.googleapis.com/v2'),
    X_BEARER_TOKEN: optionalText(),
    TWITCH_VALIDATE_URL: optionalUrl(),
  }),
);

/** What verifies the calls of platforms, where it is not the secret of the application. */
export const eventKeys = lazy(() =>
  z.object({
    INSTAGRAM_WEBHOOK_VERIFY_TOKEN: optionalText(),
    TWITCH_WEBHOOK_SECRET: optionalText(),
    KICK_WEBHOOK_KEY_PEM: optionalText(),
  }),
);

type Prefixed = { [P in Platform as `${P}_${keyof PlatformFields}`]: never };
type AllFields = {
  [Name in keyof Prefixed]: Name extends `${Platform}_${infer Field extends keyof PlatformFields}`
    ? PlatformFields[Field]
    : never;
};

/** Safe: the names are those of the type. */
function allFields(): AllFields {
  const entries = platforms.flatMap((platform) =>
    Object.entries(fieldsOf(defaults[platform])).map(([field, shape]) => [`${platform}_${field}`, shape]),
  );
  return Object.fromEntries(entries) as AllFields;
}

const urlOr = (address: string) => z.url({ protocol: /^https?$/ }).default(address);

type PlatformSettings = z.output<ReturnType<typeof platformKeys>>;

/** The settings of one platform. */
export interface PlatformAccess {
  readonly apiUrl: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** Null: the platform has no such address. */
  readonly revokeUrl: string | null;
  /** Only Twitch has one. */
  readonly validateUrl: string | null;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly dailyUnits: number;
}

/** What is configured for a platform. */
export const accessTo = (settings: PlatformSettings, platform: Platform): PlatformAccess => ({
  apiUrl: settings[`${platform}_API_URL`],
  authorizeUrl: settings[`${platform}_AUTHORIZE_URL`],
  tokenUrl: settings[`${platform}_TOKEN_URL`],
  revokeUrl: settings[`${platform}_REVOKE_URL`] ?? besideToken(settings[`${platform}_TOKEN_URL`], 'revoke'),
  validateUrl:
    platform === 'TWITCH' ? (settings.TWITCH_VALIDATE_URL ?? besideToken(settings.TWITCH_TOKEN_URL, 'validate')) : null,
  clientId: settings[`${platform}_CLIENT_ID`],
  clientSecret: settings[`${platform}_CLIENT_SECRET`],
  dailyUnits: settings[`${platform}_DAILY_UNITS`],
});

/** The address with this last segment in place of `token`; null where the token's address ends otherwise, as Instagram's does. */
function besideToken(tokenUrl: string, segment: string): string | null {
  const url = new URL(tokenUrl);
  if (!/\/token\/?$/.test(url.pathname)) return null;
  url.pathname = url.pathname.replace(/token(\/?)$/, `${segment}$1`);
  return url.toString();
}
