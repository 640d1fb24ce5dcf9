/** Sent with every answer. Pages add a policy of their own. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Any origin may read what keys, tokens and guests get: no credential of a browser is involved there. */
export const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Request-Id, ETag, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed, Deprecation, Sunset, Link, WWW-Authenticate',
};

const preflightHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-headers':
    'Authorization, X-API-Key, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id',
  'access-control-max-age': '86400',
};

/** Paths of cookies and pages stay with the own origin. */
export const isOpenToOrigins = (path: string): boolean => path.startsWith('/api/v1/');

export function preflight(methods: readonly string[]): Response {
  const headers = {
    ...corsHeaders,
    ...preflightHeaders,
    'access-control-allow-methods': methods.join(', '),
    allow: methods.join(', '),
  };
  return new Response(null, { status: 204, headers });
}

/** The answer with every header it must carry; what it sets itself stands. */
export function complete(answer: Response, path: string, added: Readonly<Record<string, string>>): Response {
  const response = new Response(answer.body, answer);
  const missing = { ...securityHeaders, ...(isOpenToOrigins(path) ? corsHeaders : {}), 'cache-control': 'no-store' };
  for (const [name, value] of Object.entries(missing))
    if (!response.headers.has(name)) response.headers.set(name, value);
  for (const [name, value] of Object.entries(added)) response.headers.set(name, value);
  return response;
}
