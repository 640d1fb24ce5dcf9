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

/**
 * An unlisted page with a form whose answer redirects to another origin: browsers check `form-action` for redirects too. The referrer policy
 * makes browsers send the origin of the page with the form, and no address to others.
 */
export function formPage(body: string, redirectOrigin: string): Response {
  const page = unlisted(body, 200);
  page.headers.set(
    'content-security-policy',
    policy.replace("form-action 'self'", `form-action 'self' ${redirectOrigin}`),
  );
  page.headers.set('referrer-policy', 'same-origin');
  return page;
}
