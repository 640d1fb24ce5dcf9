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
}

const dayS = 86_400;
const common = {
  clientIdName: 'client_id',
  separator: ' ',
  needsPkce: false,
  codeSeconds: 600,
  rotates: false,
} as const;

export const signInRules: Readonly<Record<Platform, SignInRules>> = {
  YOUTUBE: { ...common, accessSeconds: 3_599, refreshSeconds: 3_650 * dayS },
  TIKTOK: {
    ...common,
    clientIdName: 'client_key',
    separator: ',',
    accessSeconds: 7_200,
    refreshSeconds: 180 * dayS,
    rotates: true,
  },
  INSTAGRAM: { ...common, separator: ',', codeSeconds: 3_600, accessSeconds: 3_600, refreshSeconds: null },
  X: { ...common, needsPkce: true, codeSeconds: 30, accessSeconds: 7_200, refreshSeconds: 180 * dayS, rotates: true },
  TWITCH: { ...common, accessSeconds: 14_400, refreshSeconds: 3_650 * dayS },
  KICK: { ...common, needsPkce: true, accessSeconds: 7_200, refreshSeconds: 365 * dayS },
};
