import type { Platform } from '../../../../schema/shared/enums.ts';

/** How a platform deviates from OAuth 2.0, and what is asked of its users. Sources: accounts pages of each platform's documentation. */
export interface OAuthTerms {
  /** As in the `iss` of answers, where the platform sends one. */
  readonly issuer: string;
  readonly scopes: readonly string[];
  /** Scopes without which a connection is useless. */
  readonly required: readonly string[];
  readonly separator: ' ' | ',';
  readonly hasPkce: boolean;
  /** TikTok names it client_key. */
  readonly clientIdName: 'client_id' | 'client_key';
  /** How the application authenticates itself. */
  readonly clientAuth: 'BODY' | 'BASIC';
  /** More parameters of the sign-in page. */
  readonly parameters: Readonly<Record<string, string>>;
  /** REFRESH_TOKEN: RFC 6749. LONG_LIVED: the access token itself is exchanged for another one, as at Instagram. */
  readonly refresh: 'REFRESH_TOKEN' | 'LONG_LIVED';
  /** BODY: RFC 7009. QUERY: the token stands in the address. NONE: only the user can end the grant, at the platform. */
  readonly revocation: 'BODY' | 'QUERY' | 'NONE';
  /** What the revocation of one token ends: its grant, or every grant that the person has given the application. */
  readonly revokes: 'GRANT' | 'ALL_OF_PERSON';
}

export const oauthTerms: Readonly<Record<Platform, OAuthTerms>> = {
  // Without access_type=offline there is no refresh token, and without prompt=consent only at the first sign-in.
  YOUTUBE: {
    issuer: 'https://accounts.google.com',
    // The second one is for the audience, which a connection can lack.
    scopes: [
      'https://www.googleapis.com/auth/youtube.readonly',
      'https://www.googleapis.com/auth/yt-analytics.readonly',
    ],
    required: ['https://www.googleapis.com/auth/youtube.readonly'],
    separator: ' ',
    hasPkce: true,
    clientIdName: 'client_id',
    clientAuth: 'BODY',
    parameters: { access_type: 'offline', prompt: 'consent' },
    refresh: 'REFRESH_TOKEN',
    revocation: 'BODY',
    revokes: 'ALL_OF_PERSON',
  },
  // PKCE is only for applications on phones and desktops, with a challenge of its own form.
  TIKTOK: {
    issuer: 'https://www.tiktok.com',
    scopes: ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list'],
    // Without the profile there is no handle.
    required: ['user.info.basic', 'user.info.profile', 'video.list'],
    separator: ',',
    hasPkce: false,
    clientIdName: 'client_key',
    clientAuth: 'BODY',
    parameters: {},
    refresh: 'REFRESH_TOKEN',
    revocation: 'BODY',
    revokes: 'ALL_OF_PERSON',
  },
  INSTAGRAM: {
    issuer: 'https://www.instagram.com',
    scopes: ['instagram_business_basic', 'instagram_business_manage_insights'],
    required: ['instagram_business_basic', 'instagram_business_manage_insights'],
    separator: ',',
    hasPkce: false,
    clientIdName: 'client_id',
    clientAuth: 'BODY',
    parameters: {},
    refresh: 'LONG_LIVED',
    revocation: 'NONE',
    revokes: 'GRANT',
  },
  X: {
    issuer: 'https://x.com',
    scopes: ['tweet.read', 'users.read', 'offline.access'],
    required: ['tweet.read', 'users.read'],
    separator: ' ',
    hasPkce: true,
    clientIdName: 'client_id',
    clientAuth: 'BASIC',
    parameters: {},
    refresh: 'REFRESH_TOKEN',
    revocation: 'BODY',
    revokes: 'GRANT',
  },
  // Public data need no scope.
  TWITCH: {
    issuer: 'https://id.twitch.tv/oauth2',
    scopes: [],
    required: [],
    separator: ' ',
    hasPkce: false,
    clientIdName: 'client_id',
    clientAuth: 'BODY',
    parameters: {},
    refresh: 'REFRESH_TOKEN',
    revocation: 'BODY',
    revokes: 'GRANT',
  },
  KICK: {
    issuer: 'https://id.kick.com',
    scopes: ['user:read', 'channel:read', 'events:subscribe'],
    required: ['user:read', 'channel:read'],
    separator: ' ',
    hasPkce: true,
    clientIdName: 'client_id',
    clientAuth: 'BODY',
    parameters: {},
    refresh: 'REFRESH_TOKEN',
    revocation: 'QUERY',
    revokes: 'GRANT',
  },
};
