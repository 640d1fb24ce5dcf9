import { type Answer, json } from '../../endpoint.ts';
import type { Desk } from '../oauth/desk.ts';
import type { PlatformRequest } from '../simulated-platform.ts';
import type { World } from '../world.ts';
import { badToken, problem } from './problems.ts';

const longSeconds = 5_184_000;
const dayS = 86_400;

/**
 * The exchange of a token of an hour for one of sixty days, and the prolongation of one that is a day old, at addresses of the API (reference of
 * access_token and refresh_access_token). Undefined for another address.
 */
export function answerLongLived(
  { path, method, query }: PlatformRequest,
  { desk, world, secret }: { desk: Desk; world: World; secret: string },
): Answer | Promise<Answer> | undefined {
  const isExchange = path === '/access_token';
  if (method !== 'GET' || (!isExchange && path !== '/refresh_access_token')) return undefined;
  const type = isExchange ? 'ig_exchange_token' : 'ig_refresh_token';
  if (query.get('grant_type') !== type) return problem(400, 100, 'Unsupported grant type');
  if (isExchange && query.get('client_secret') !== secret)
    return problem(400, 101, 'Error validating application. Invalid application secret.');
  const issued = desk.prolong(query.get('access_token') ?? '', longSeconds, isExchange ? 0 : dayS);
  // Meta's error for a token that is too young was not verified.
  if (issued === null) return badToken;
  world.count('token', issued.externalId);
  const fault = world.tokenFaultOf(issued.externalId);
  if (fault === 'timeout') return new Promise(() => {});
  if (fault === '500' || fault === '500-after-issue')
    return problem(500, 2, 'An unexpected error has occurred. Please retry your request later.');
  if (fault === '429') return problem(403, 4, '(#4) Application request limit reached');
  return json(200, { access_token: issued.access, token_type: 'bearer', expires_in: issued.seconds });
}
