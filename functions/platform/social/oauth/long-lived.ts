import type { PlatformAccess } from '../../../settings/index.ts';
import { PlatformFailure } from '../failure.ts';
import { isLimit } from '../instagram/graph.ts';
import { requestJson } from '../request.ts';
import { tokensLimited } from '../windows.ts';
import { type OAuthTerms, oauthTerms } from './terms.ts';
import { type Tokens, tokensIn } from './tokens.ts';
import { usualAnswer } from './usual-answer.ts';

type Held = Pick<Tokens, 'accessToken' | 'scopes'>;

/**
 * Instagram's first token lives an hour, and is exchanged for one of sixty days. A token of sixty days is prolonged once it is a day old. The
 * addresses must contain the secrets; the reference of Instagram's platform knows no other way.
 */
export const exchangedForLong = (access: PlatformAccess, first: Held, now: Date): Promise<Tokens> =>
  requestLong(access, 'access_token', first, now, {
    grant_type: 'ig_exchange_token',
    client_secret: access.clientSecret ?? '',
  });

export const prolonged = (access: PlatformAccess, held: Held, now: Date): Promise<Tokens> =>
  requestLong(access, 'refresh_access_token', held, now, { grant_type: 'ig_refresh_token' });

async function requestLong(
  { apiUrl }: PlatformAccess,
  path: string,
  { accessToken, scopes }: Held,
  now: Date,
  query: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const url = new URL(`${apiUrl.replace(/\/$/, '')}/${path}`);
  url.search = new URLSearchParams({ ...query, access_token: accessToken }).toString();
  const given = await requestJson({ url, headers: {} });
  if (isLimit(given.status, Object(Object(given.body).error).code))
    throw tokensLimited(given, `Instagram refused ${path} for too many requests`);
  const { status, body } = usualAnswer('INSTAGRAM', given.status, given.body);
  const answer = Object(body);
  if (status === 200 && typeof answer.access_token === 'string') return { ...tokensIn(answer, terms, now), scopes };
  const kind = answer.error === 'invalid_grant' ? 'NOT_GRANTED' : 'SILENT';
  throw new PlatformFailure(kind, `Instagram answered ${given.status} to ${path}`);
}

const terms: OAuthTerms = oauthTerms.INSTAGRAM;
