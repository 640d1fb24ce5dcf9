/** Sent with every answer. Pages have a content policy of their own. */
const commonHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

/** Sent with every answer outside the API: pages, files and their errors. A reader of JSON has no use for the headers of documents. */
const siteHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

/** Sent with every answer of the API. Any origin may read them: browsers send no cookies to these paths. */
const apiHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-expose-headers':
    'X-Request-Id, Content-Disposition, ETag, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed, Deprecation, Sunset, Link, WWW-Authenticate',
};

const preflightHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-headers':
    'Authorization, X-API-Key, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id',
  'access-control-max-age': '86400',
};

/** Paths that use cookies, and pages, are restricted to their own origin. */
export const isOpenToOrigins = (path: string): boolean => path.startsWith('/api/v1/');

export function preflight(methods: readonly string[]): Response {
  const headers = {
    ...apiHeaders,
    ...preflightHeaders,
    'access-control-allow-methods': methods.join(', '),
    allow: methods.join(', '),
  };
  return new Response(null, { status: 204, headers });
}

/** What a 304 repeats of these headers: a script may only read an answer that allows it. */
const ofNotModified = ['access-control-allow-origin', 'access-control-expose-headers', 'cross-origin-resource-policy'];

/**
 * The headers of a 304. The copy of the reader keeps its other headers (RFC 9110, 15.4.5): a content policy in a 304 would replace that of the
 * page, which would lose its styles.
 */
export const isSentAgain = (name: string): boolean =>
  ofNotModified.includes(name) || ['cache-control', 'etag', 'ratelimit-policy'].includes(name);

/** Adds every required header to an answer. Those that the answer sets itself take precedence over them, and `added` over both. */
export function complete(answer: Response, path: string, added: Readonly<Record<string, string>>): Response {
  const response = withOpenHeaders(answer);
  const { headers } = response;
  const isCopyKnown = response.status === 304;
  for (const [name, value] of isOpenToOrigins(path) ? openHeaders : ownHeaders)
    if (!headers.has(name) && !(isCopyKnown && !ofNotModified.includes(name))) headers.set(name, value);
  for (const name in added) {
    // A page may have set cookies of its own.
    if (name === 'set-cookie') headers.append(name, added[name] ?? '');
    else headers.set(name, added[name] ?? '');
  }
  return response;
}

/** The headers of every answer of the API, or of every answer outside it. */
export const headersOf = (isOpen: boolean): Readonly<Record<string, string>> => (isOpen ? apiHeaders : siteHeaders);

const uncached = { 'cache-control': 'no-store' };
const ownHeaders = Object.entries({ ...siteHeaders, ...uncached });
const openHeaders = Object.entries({ ...apiHeaders, ...uncached });

/** Responses of other services, such as the assets, have immutable headers and are copied. */
function withOpenHeaders(answer: Response): Response {
  try {
    answer.headers.delete('x-request-id');
    return answer;
  } catch {
    return new Response(answer.body, answer);
  }
}
