import type { OAuthTerms } from './terms.ts';

/** What a platform gave. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** Null: the platform did not say. */
  readonly expiresAt: Date | null;
  readonly refreshExpiresAt: Date | null;
  readonly scopes: readonly string[];
}

/** The fields of a token answer that are used (RFC 6749, 5.1). */
export interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token?: unknown;
  readonly expires_in?: unknown;
  /** TikTok. */
  readonly refresh_expires_in?: unknown;
  readonly scope?: unknown;
}

/** Ten years. A much longer life would be no valid time. */
const maxSeconds = 10 * 366 * 86_400;

/** Without a scope in the answer, all requested ones are granted (RFC 6749, 5.1). */
export function tokensIn(answer: TokenAnswer, { scopes }: OAuthTerms, now: Date): Tokens {
  const after = (seconds: unknown): Date | null => {
    const known = wholeSeconds(seconds);
    return known === null ? null : new Date(now.getTime() + Math.min(known, maxSeconds) * 1_000);
  };
  return {
    accessToken: answer.access_token,
    refreshToken: typeof answer.refresh_token === 'string' ? answer.refresh_token : null,
    expiresAt: after(answer.expires_in),
    refreshExpiresAt: after(answer.refresh_expires_in),
    scopes: typeof answer.scope === 'string' ? answer.scope.split(/[,\s]+/).filter(Boolean) : scopes,
  };
}

/** Null for a life that the answer does not state: Number() alone would read null and an empty text as 0, a token that has ended. */
function wholeSeconds(stated: unknown): number | null {
  const seconds = typeof stated === 'string' && stated.trim() !== '' ? Number(stated) : stated;
  return typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds >= 0 ? seconds : null;
}
