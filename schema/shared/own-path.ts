/**
 * The path of a page of this service, as a browser resolves the target of a redirect; null for everything else. Every target that a caller can
 * name passes here, so that no link leads to another site. `ownOrigin` admits absolute URLs of this origin too.
 */
export function pagePath(given: unknown, ownOrigin: string | null = null): string | null {
  if (typeof given !== 'string') return null;
  const isPath = /^\/(?![/\\])/.test(given);
  if (!isPath && ownOrigin === null) return null;
  // A path is resolved against an origin that no text names, so that an absolute URL in disguise differs from it.
  const origin = isPath ? 'https://own.invalid' : (ownOrigin ?? '');
  const url = URL.parse(given, isPath ? origin : undefined);
  if (url === null || url.origin !== origin || url.username !== '' || url.password !== '') return null;
  const { pathname, search } = url;
  // The parser removes dots, and what is left may begin with two slashes, which lead to another site.
  return pathname.startsWith('//') || noPages.test(asRouted(pathname)) ? null : pathname + search;
}

/** The same, or the start of the cabinet. */
export const ownPath = (given: string | null): string => {
  const path = pagePath(given);
  return path === null || path === '/' ? '/cabinet' : path;
};

/** Paths that answer no page to a GET, and tracking links, which lead to other sites. */
const noPages = /^\/+(?:sign-out\/*$|(?:api|t|oauth|avatars|platform-events|internal)(?:\/|$))/i;

/** The router decodes what it can, once. */
const asRouted = (pathname: string): string =>
  pathname.replace(/(?:%[\da-f]{2})+/gi, (part) => {
    try {
      return decodeURI(part);
    } catch {
      return part;
    }
  });
