/** A path of this origin; `/cabinet` for everything else, so that nobody is led to another site after signing in. */
export function ownPath(given: string | null): string {
  if (given === null || !/^\/[^/\\]/.test(given)) return start;
  const origin = 'https://own.invalid';
  const url = URL.parse(given, origin);
  return url !== null && url.origin === origin ? url.pathname + url.search : start;
}

const start = '/cabinet';
