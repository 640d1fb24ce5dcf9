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

/** A page of the cabinet, or one that signs in. Its scripts are those of this origin, and its forms send their origin. */
export function cabinetPage(
  body: string,
  status: number,
  {
    formOrigins = [],
    connectOrigins = [],
  }: Partial<Readonly<Record<'formOrigins' | 'connectOrigins', readonly string[]>>> = {},
): Response {
  const page = unlisted(body, status);
  const own = policy
    .replace("form-action 'self'", ["form-action 'self'", ...formOrigins].join(' '))
    .replace("connect-src 'self'", ["connect-src 'self'", ...connectOrigins].join(' '));
  page.headers.set('content-security-policy', `${own}; script-src 'self'`);
  page.headers.set('referrer-policy', 'same-origin');
  return page;
}
