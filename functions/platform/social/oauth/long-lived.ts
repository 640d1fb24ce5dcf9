import { tokenBucket } from '../../../../schema/social-accounts/platform-buckets.ts';
import type { PlatformAccess } from '../../../settings/index.ts';
import { PlatformFailure } from '../failure.ts';
import { closeLimit, isLimit } from '../instagram/graph.ts';
import type { Meter } from '../social-platform.ts';
import { type OAuthTerms, oauthTerms } from './terms.ts';
import { requestWithin } from './token-limit.ts';
import { kindOf } from './token-request.ts';
import { type Tokens, tokensIn } from './tokens.ts';
import { usualAnswer } from './usual-answer.ts';

type Held = Pick<Tokens, 'accessToken' | 'scopes'>;

/**
 * Instagram's first token lives an hour, and is exchanged for one of sixty days. A token of sixty days is prolonged once it is a day old. The
 * addresses must contain the secrets; the reference of Instagram's platform knows no other way.
 */
export const exchangedForLong = (access: PlatformAccess, meter: Meter, first: Held, now: Date): Promise<Tokens> =>
  requestLong({ access, meter, path: 'access_token' }, first, now, {
    grant_type: 'ig_exchange_token',
    client_secret: access.clientSecret ?? '',
  });

export const prolonged = (access: PlatformAccess, meter: Meter, held: Held, now: Date): Promise<Tokens> =>
  requestLong({ access, meter, path: 'refresh_access_token' }, held, now, { grant_type: 'ig_refresh_token' });

async function requestLong(
  { access, meter, path }: { readonly access: PlatformAccess; readonly meter: Meter; readonly path: string },
  { accessToken, scopes }: Held,
  now: Date,
  query: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const url = new URL(`${access.apiUrl.replace(/\/$/, '')}/${path}`);
  url.search = new URLSearchParams({ ...query, access_token: accessToken }).toString();
  const given = await requestWithin(meter, 'INSTAGRAM', { url, headers: {} });
  const { code } = Object(Object(given.body).error);
  if (isLimit(given.status, code)) {
    const seconds = closeLimit(meter, tokenBucket, code, given.headers);
    throw new PlatformFailure('LIMITED', `Instagram answered ${given.status} ${code} to ${path}`, seconds);
  }
  const { status, body } = usualAnswer('INSTAGRAM', given.status, given.body);
  const answer = Object(body);
  if (status === 200 && typeof answer.access_token === 'string') return { ...tokensIn(answer, terms, now), scopes };
  throw new PlatformFailure(kindOf(answer.error), `Instagram answered ${given.status} to ${path}`);
}

const terms: OAuthTerms = oauthTerms.INSTAGRAM;
