import ipaddr from 'ipaddr.js';
import { webhookUrlLength } from '../../../schema/notifications/webhook-terms.ts';

/** The target of a call: its normalised URL, and the host name to resolve, if it has one. */
export interface Target {
  readonly href: string;
  /** Null when the URL contains an IP address or is trusted. */
  readonly nameToResolve: string | null;
}

export interface Unusable {
  readonly problem: string;
}

/**
 * Returns the normalised URL of a public host, or the reason why it is unusable. It checks and returns only the URL parser's output, where
 * every notation of an IP address (octal, hexadecimal, short, other digits) is the same.
 */
export function publicTarget(text: string, trustedOrigins: readonly string[] = []): Target | Unusable {
  if (hidden.test(text)) return { problem: 'must not contain spaces, control characters or backslashes' };
  const url = URL.parse(text);
  if (url === null) return { problem: 'must be an absolute https URL' };
  if (userInfo.test(text)) return { problem: 'must not contain a user name or a password' };
  if (text.includes('#')) return { problem: 'must not contain a fragment' };
  if (url.href.length > webhookUrlLength) return { problem: `must be at most ${webhookUrlLength} characters long` };
  if (trustedOrigins.includes(url.origin)) return { href: url.href, nameToResolve: null };
  if (url.protocol !== 'https:') return { problem: 'must begin with https://' };
  if (!ports.has(url.port)) return { problem: 'must have the port 443 or 8443' };
  url.hostname = url.hostname.replace(/\.$/, '');
  const { hostname, href } = url;
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (ipaddr.isValid(literal))
    return isPublicAddress(literal) ? { href, nameToResolve: null } : { problem: 'must not name a private address' };
  return isPublicName(hostname)
    ? { href, nameToResolve: hostname }
    : { problem: 'must name a host of the public internet' };
}

/** Whether an IP address is publicly routable. */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast' || answeredWithin.includes(address.toNormalizedString())) return false;
  // IANA has assigned no IPv6 address outside 2000::/3 for global unicast.
  return address.kind() === 'ipv4' || (address.toByteArray()[0] ?? 0) >> 5 === 1;
}

// This address is in a public range, but belongs to the host agent of a cloud (Azure's WireServer:
// learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16). Other clouds use private addresses for metadata.
const answeredWithin = ['168.63.129.16'];

/** False for names that public DNS does not have, and for metadata names of clouds. */
function isPublicName(name: string): boolean {
  const labels = name.split('.');
  if (labels.length < 2 || name.length > 253 || !labels.every((label) => wellFormed.test(label))) return false;
  return !reservedNames.some((reserved) => name === reserved || name.endsWith(`.${reserved}`));
}

// The parser leaves out the port of https, 443. A call to another port could reach a service that is no web server.
const ports: ReadonlySet<string> = new Set(['', '8443']);

// The URL parser silently drops or replaces some of these characters.
const hidden = /[\p{Cc}\p{Cf}\p{Z}\\]/u;
const userInfo = /^[a-z][a-z0-9+.-]*:\/*[^/?#]*@/i;
const wellFormed = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

// Reserved by RFC 6761, 6762, 7686, 8375 and 9476 and by ICANN (.internal), used by home routers and offices, or a metadata name of Google.
const reservedNames = (
  'localhost local internal arpa onion test example invalid alt localdomain lan home corp intranet private ' +
  'metadata.goog'
).split(' ');
