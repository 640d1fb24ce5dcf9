/**
 * A path of this origin; `/cabinet` for everything else, so that nobody is led to another site after signing in. Also `/cabinet` for
 * `/sign-out`, which shows no page.
 */
export function ownPath(given: string | null): string {
  if (given === null || !/^\/[^/\\]/.test(given)) return start;
  const origin = 'https://own.invalid';
  const url = URL.parse(given, origin);
  if (url === null || url.origin !== origin || url.pathname === '/sign-out') return start;
  // The parser removes dots, and what is left may begin with two slashes, which lead to another site.
  return url.pathname.startsWith('//') ? start : url.pathname + url.search;
}

const start = '/cabinet';
