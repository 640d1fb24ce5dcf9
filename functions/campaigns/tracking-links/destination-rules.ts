import { destinationUrlLength } from '../../../schema/campaigns/campaign-terms.ts';

/** The address that a link redirects to, as browsers send it: in ASCII, so that it can be the value of a header. Or why it may be none. */
export function destinationIn(text: string, baseUrl: string): { readonly href: string } | { readonly problem: string } {
  if (hidden.test(text)) return { problem: 'must not contain spaces, control characters or backslashes' };
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') return { problem: 'must be an absolute https address' };
  if (userInfo.test(text)) return { problem: 'must not contain a user name or a password' };
  if (url.href.length > destinationUrlLength)
    return { problem: `must be at most ${destinationUrlLength} characters long in its encoded form` };
  const problem = hostProblem(withoutDot(url.hostname));
  if (problem !== null) return { problem };
  if (withoutDot(url.host) === new URL(baseUrl).host && /^\/(?:t|%74)(?:\/|$)/.test(url.pathname))
    return { problem: 'must not be the address of a tracking link' };
  return { href: url.href };
}

export const mixedScripts = 'must have a host name whose letters are of one script, without other signs';

/**
 * Why links do not redirect to this address any more, which an earlier version may have stored; null if they do. Only names with letters beyond ASCII
 * need the rules about scripts.
 */
export async function problemOfStored(text: string, baseUrl: string): Promise<string | null> {
  const destination = destinationIn(text, baseUrl);
  if ('problem' in destination) return destination.problem;
  const { hostname } = new URL(destination.href);
  if (!hostname.includes('xn--')) return null;
  const { isOfOneScript } = await import('./script-rules.ts');
  return isOfOneScript(hostname) ? null : mixedScripts;
}

// The URL parser silently drops or replaces some of these characters.
const hidden = /[\p{Cc}\p{Cf}\p{Z}\\]/u;
const userInfo = /^[a-z][a-z0-9+.-]*:\/*[^/?#]*@/i;

/** A dot after the last label names the same host. */
const withoutDot = (host: string): string => host.replace(/\.(?=:|$)/, '');

/** The URL parser writes an IP address of any notation, such as decimal or hexadecimal, in its usual form. */
function hostProblem(host: string): string | null {
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return 'must name a host, not an IP address';
  const labels = host.split('.');
  if (labels.length < 2 || !labels.every((label) => wellFormed.test(label)))
    return 'must name a host of the public internet';
  return null;
}

const wellFormed = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
