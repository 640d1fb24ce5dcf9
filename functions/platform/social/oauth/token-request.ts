import type * as library from 'oauth4webapi';
import type { Platform } from '../../../../schema/shared/enums.ts';
import type { FailureKind } from '../../../../schema/social-accounts/failure-kinds.ts';
import { PlatformFailure } from '../failure.ts';
import type { Meter } from '../social-platform.ts';
import { requestWithin } from './token-limit.ts';
import { usualAnswer } from './usual-answer.ts';

type Library = typeof library;

/** The options of each request of the library: our own fetch, which limits time, size and number. A simulator may lack TLS. */
export const optionsOf = (
  platform: Platform,
  meter: Meter | null,
  { customFetch, allowInsecureRequests }: Library,
) => ({
  [customFetch]: (address: string, options: { method: string; headers: Record<string, string>; body?: unknown }) =>
    requestToken(platform, meter, address, options),
  [allowInsecureRequests]: true,
});

/** A request to a token endpoint, with its answer in the usual form. */
async function requestToken(
  platform: Platform,
  meter: Meter | null,
  address: string,
  { headers, body }: { readonly headers: Record<string, string>; readonly body?: unknown },
): Promise<Response> {
  const sent = body === undefined || body === null ? {} : { body: String(body) };
  const given = await requestWithin(meter, platform, { url: new URL(address), method: 'POST', headers, ...sent });
  const { status, body: usual } = usualAnswer(platform, given.status, given.body);
  return new Response(JSON.stringify(usual ?? {}), { status, headers: { 'content-type': 'application/json' } });
}

/** RFC 6749, 5.2: both clients are the application itself. */
export const kindOf = (error: unknown): FailureKind => {
  if (error === 'invalid_grant') return 'NOT_GRANTED';
  return error === 'invalid_client' || error === 'unauthorized_client' ? 'REFUSED' : 'SILENT';
};

/** The failure of a request of the library. Its errors can quote an answer, so only their codes are kept. Other errors stay. */
export function failureOf(platform: Platform, error: unknown, { ResponseBodyError }: Library): unknown {
  if (error instanceof PlatformFailure) return error;
  if (error instanceof ResponseBodyError) {
    return new PlatformFailure(
      kindOf(error.error),
      `${platform} answered ${error.status} ${error.error} to a token request`,
    );
  }
  const { code } = Object(error);
  return typeof code === 'string' && code.startsWith('OAUTH_')
    ? new PlatformFailure('SILENT', `${platform} answered a token request wrongly: ${code}`)
    : error;
}
