import type { CommonSettings } from '../../settings/index.ts';

export interface Issuer {
  readonly issuer: string;
  readonly audience: string;
}

/** The accepted issuer: our own, or the external one with keys at JWT_JWKS_URL. */
export function trustedIssuer(settings: CommonSettings): {
  own: Issuer;
  external: (Issuer & { jwksUrl: string }) | null;
} {
  const {
    BASE_URL,
    JWT_ISSUER: issuer = BASE_URL,
    JWT_AUDIENCE: audience = BASE_URL,
    JWT_JWKS_URL: jwksUrl,
  } = settings;
  return jwksUrl
    ? { own: { issuer: BASE_URL, audience: BASE_URL }, external: { issuer, audience, jwksUrl } }
    : { own: { issuer, audience }, external: null };
}

/** Whether this deployment signs its users in. Another issuer does so otherwise, and our sessions are worth nothing. */
export const signsUsersIn = (settings: CommonSettings): boolean => trustedIssuer(settings).external === null;
