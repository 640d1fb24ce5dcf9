/**
 * Pages run no scripts and fetch only styles and pictures of this origin. Audit tools in the browser fetch robots.txt under the page's own
 * policy.
 */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const html = {
  contentType: 'text/html; charset=utf-8',
  isOpen: false,
  headers: { 'content-security-policy': policy },
} as const;

/** A page that must not be cached or indexed. */
export function unlisted(body: string, status: number, added: Headers = new Headers()): Response {
  const headers = new Headers(added);
  headers.set('content-type', html.contentType);
  headers.set('content-security-policy', policy);
  headers.set('cache-control', 'no-store');
  headers.set('x-robots-tag', 'noindex');
  return new Response(body, { status, headers });
}
