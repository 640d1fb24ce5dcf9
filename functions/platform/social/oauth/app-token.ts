import type { Platform } from '../../../../schema/shared/enums.ts';
import type { PlatformAccess } from '../../../settings/index.ts';
import { PlatformFailure } from '../failure.ts';
import type { PlatformAnswer } from '../request.ts';
import type { Meter } from '../social-platform.ts';
import { oauthTerms } from './terms.ts';
import { requestWithin } from './token-limit.ts';
import { tokensIn } from './tokens.ts';
import { usualAnswer } from './usual-answer.ts';

/** The access token of the application itself. */
export interface AppToken {
  /** A token that has not expired. */
  read(): Promise<string>;
  /** The platform has refused the token: the next read gets another one. */
  drop(token: string): void;
}

interface Kept {
  readonly token: string;
  readonly endsAt: number;
}

/** The tokens of this isolate. They are stored nowhere else: a platform gives any number of them at the same time. */
const kept = new Map<string, Kept>();
/** A token is replaced this long before it ends, or after this long where the platform does not say when. */
const marginMs = 60_000;
const unknownLifeMs = 3_600_000;

/** The token of an application that proves itself by its secret (client credentials, RFC 6749, 4.4), as Twitch and Kick want it. */
export function appTokenOf(platform: Platform, access: PlatformAccess, meter: Meter): AppToken | undefined {
  const { clientId, clientSecret, tokenUrl } = access;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const key = `${tokenUrl} ${clientId}`;
  return {
    async read() {
      const found = kept.get(key);
      if (found !== undefined && found.endsAt > Date.now()) return found.token;
      const fresh = await requestToken(platform, meter, { clientId, clientSecret, tokenUrl });
      kept.set(key, fresh);
      return fresh.token;
    },
    drop(token) {
      if (kept.get(key)?.token === token) kept.delete(key);
    },
  };
}

async function requestToken(
  platform: Platform,
  meter: Meter,
  {
    clientId,
    clientSecret,
    tokenUrl,
  }: { readonly clientId: string; readonly clientSecret: string; readonly tokenUrl: string },
): Promise<Kept> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const given = await requestWithin(meter, platform, {
    url: new URL(tokenUrl),
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  const { status, body } = usualAnswer(platform, given.status, given.body);
  const answer = Object(body);
  if (status !== 200 || typeof answer.access_token !== 'string') {
    // It proves nothing but the application.
    const isRefusal = given.status === 400 || given.status === 401 || given.status === 403;
    const cause = `${platform} answered ${given.status} to the application's token request`;
    throw new PlatformFailure(isRefusal ? 'REFUSED' : 'SILENT', cause);
  }
  const now = new Date();
  const { accessToken, expiresAt } = tokensIn(answer, oauthTerms[platform], now);
  const endsAt = expiresAt === null ? now.getTime() + unknownLifeMs : expiresAt.getTime() - marginMs;
  return { token: accessToken, endsAt };
}

/** Asks with the application's token. A refused one is replaced once, because the platform can end it before its time. */
export async function askAsApp(
  appToken: AppToken,
  ask: (token: string) => Promise<PlatformAnswer>,
): Promise<PlatformAnswer> {
  const token = await appToken.read();
  const answer = await ask(token);
  if (answer.status !== 401) return answer;
  appToken.drop(token);
  return ask(await appToken.read());
}
