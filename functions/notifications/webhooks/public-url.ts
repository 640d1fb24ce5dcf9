import ipaddr from 'ipaddr.js';
import { webhookUrlLength } from '../../../schema/notifications/webhooks.ts';

/** Where a call goes: its address as it will be used, and the name that must first be looked up, if it has one. */
export interface Target {
  readonly href: string;
  /** Null: the address says where it is, or is trusted. */
  readonly nameToResolve: string | null;
}

export interface Unusable {
  readonly problem: string;
}

/**
 * The address of a public host, normalised, or what is wrong with it. What is checked is what the URL parser made of the text, and
 * that alone is used: every spelling of an address (octal, hexadecimal, short, in other digits) is the same there.
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
  url.hostname = url.hostname.replace(/\.$/, '');
  const { hostname, href } = url;
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (ipaddr.isValid(literal))
    return isPublicAddress(literal) ? { href, nameToResolve: null } : { problem: 'must not name a private address' };
  return isPublicName(hostname)
    ? { href, nameToResolve: hostname }
    : { problem: 'must name a host of the public internet' };
}

/** Whether an address is one that anybody on the internet can be reached at. */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast' || answeredWithin.includes(address.toNormalizedString())) return false;
  // Of IPv6 nothing outside 2000::/3 has been given to anybody.
  return address.kind() === 'ipv4' || (address.toByteArray()[0] ?? 0) >> 5 === 1;
}

// In a public range, and yet the host's own agent from within a cloud (Azure's WireServer: learn.microsoft.com/azure/virtual-network/
// what-is-ip-address-168-63-129-16). What other clouds answer their metadata at lies in private ranges.
const answeredWithin = ['168.63.129.16'];

/** Names that no public DNS holds, or that clouds answer with their metadata. */
function isPublicName(name: string): boolean {
  const labels = name.split('.');
  if (labels.length < 2 || name.length > 253 || !labels.every((label) => wellFormed.test(label))) return false;
  return !reservedNames.some((reserved) => name === reserved || name.endsWith(`.${reserved}`));
}

// The URL parser drops some of these without a word, or takes them for others.
const hidden = /[\p{Cc}\p{Cf}\p{Z}\\]/u;
const userInfo = /^[a-z][a-z0-9+.-]*:\/*[^/?#]*@/i;
const wellFormed = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

// RFC 6761, 6762, 7686, 8375, 9476, ICANN's .internal, what home routers and offices use, and a public name of Google's metadata.
const reservedNames = (
  'localhost local internal arpa onion test example invalid alt localdomain lan home corp intranet private ' +
  'metadata.goog'
).split(' ');
