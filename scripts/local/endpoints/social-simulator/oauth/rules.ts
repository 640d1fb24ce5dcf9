import type { Platform } from '../../../../../schema/shared/enums.ts';

/** How each platform's sign-in and tokens behave, as far as the platforms differ. */
export interface SignInRules {
  readonly clientIdName: 'client_id' | 'client_key';
  readonly separator: ' ' | ',';
  readonly needsPkce: boolean;
  readonly codeSeconds: number;
  readonly accessSeconds: number;
  /** Null: there is no refresh token. */
  readonly refreshSeconds: number | null;
  /** A used refresh token is dead. */
  readonly rotates: boolean;
  /** What the application's revocation of one token ends: its grant, or every grant that the person has given the application. */
  readonly revokes: 'GRANT' | 'ALL_OF_PERSON';
}

const dayS = 86_400;
const common = {
  clientIdName: 'client_id',
  separator: ' ',
  needsPkce: false,
  codeSeconds: 600,
  rotates: false,
  revokes: 'GRANT',
} as const;

export const signInRules: Readonly<Record<Platform, SignInRules>> = {
  // developers.google.com, "Using OAuth 2.0 for Web Server Applications", Revoking a token: all scopes of the project are removed.
  YOUTUBE: { ...common, accessSeconds: 3_599, refreshSeconds: 3_650 * dayS, revokes: 'ALL_OF_PERSON' },
  TIKTOK: {
    ...common,
    clientIdName: 'client_key',
    separator: ',',
    accessSeconds: 7_200,
    refreshSeconds: 180 * dayS,
    rotates: true,
    revokes: 'ALL_OF_PERSON',
  },
  INSTAGRAM: { ...common, separator: ',', codeSeconds: 3_600, accessSeconds: 3_600, refreshSeconds: null },
  X: { ...common, needsPkce: true, codeSeconds: 30, accessSeconds: 7_200, refreshSeconds: 180 * dayS, rotates: true },
  TWITCH: { ...common, accessSeconds: 14_400, refreshSeconds: 3_650 * dayS },
  KICK: { ...common, needsPkce: true, accessSeconds: 7_200, refreshSeconds: 365 * dayS },
};
