/** The origins, beside the own one, to which the redirects of an answer may lead. */
export type OutsideOrigins<Settings> = (settings: Settings, path: string) => readonly string[] | 'ANY';

/**
 * Whether a browser that resolves the Location of an answer stays at this service, or leaves for an origin that the edge function allows. A
 * Location that begins with two slashes never does: text that a caller has chosen may follow them.
 */
export function staysHere(location: string, baseUrl: string, outside: readonly string[] | 'ANY'): boolean {
  const url = URL.parse(location, baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol) || /^[\s/\\]*[/\\][\s]*[/\\]/.test(location)) return false;
  if (url.origin === new URL(baseUrl).origin) return !url.pathname.startsWith('//');
  return outside === 'ANY' || outside.includes(url.origin);
}
