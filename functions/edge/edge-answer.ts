import { headersOf, isSentAgain } from '../http/headers.ts';
import type { Stored } from './byte-cache.ts';
import type { CacheKey } from './cache-key.ts';

/** The headers of a stored answer, built once. Browsers keep a copy and revalidate it for each use. */
export function storedHeaders(
  etag: string,
  { contentType, isOpen, headers }: CacheKey,
  policy: string,
): Pick<Stored, 'headers' | 'headersOfNotModified'> {
  const all = new Headers({
    ...headersOf(isOpen),
    ...headers,
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-type': contentType,
    etag,
    'ratelimit-policy': policy,
  });
  return { headers: all, headersOfNotModified: new Headers([...all].filter(([name]) => isSentAgain(name))) };
}

/** The stored answer, or 304 if the caller has it. */
export function edgeAnswer(request: Request, stored: Stored): Response {
  const known = request.headers.get('if-none-match');
  if (known !== null && names(known, stored.etag))
    return new Response(null, { status: 304, headers: stored.headersOfNotModified });
  return stored.isRedirect === true ? redirect(stored) : new Response(stored.body, { headers: stored.headers });
}

function redirect({ body, headers }: Stored): Response {
  const all = new Headers(headers);
  all.delete('content-type');
  all.set('location', new TextDecoder().decode(body));
  return new Response(null, { status: 308, headers: all });
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2). */
const names = (known: string, etag: string): boolean =>
  known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
