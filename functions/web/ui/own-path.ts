/** A path of a page of this origin; `/cabinet` for everything else, so that nobody is led to another site after signing in. */
export function ownPath(given: string | null): string {
  if (given === null || !/^\/[^/\\]/.test(given)) return start;
  const origin = 'https://own.invalid';
  const url = URL.parse(given, origin);
  if (url === null || url.origin !== origin || noPages.test(url.pathname)) return start;
  // The parser removes dots, and what is left may begin with two slashes, which lead to another site.
  return url.pathname.startsWith('//') ? start : url.pathname + url.search;
}

const start = '/cabinet';
/** Paths that answer no page to a GET. */
const noPages = /^\/(?:sign-out$|api\/)/;
