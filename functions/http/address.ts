import ipaddr from 'ipaddr.js';

const header = 'cf-connecting-ip';

/**
 * The caller's address from the header that only Cloudflare's edge sets, as limits and visitors are counted. IPv6 gives the /64, because one
 * subscriber has all of its addresses (RFC 6177).
 */
export function callerAddress({ headers }: Pick<Request, 'headers'>): string {
  const address = fullAddress(headers) ?? 'unknown';
  return address.includes(':') ? networkOf(address, 4) : address;
}

/** The network of a caller that may have many subscribers, or be one host with all its addresses: the /48 of IPv6 (RFC 6177); of IPv4 the address. */
export function callerNetwork({ headers }: Pick<Request, 'headers'>): string {
  const address = fullAddress(headers) ?? 'unknown';
  return address.includes(':') ? networkOf(address, 3) : address;
}

/** The address of the caller, of which a browser's session shows all; null without one. An IPv4 address that IPv6 contains is that address. */
export function fullAddress(headers: Headers): string | null {
  const address = headers.get(header);
  return address?.includes(':') ? (mappedIn(address) ?? address) : address;
}

/** A value that is not an address is counted as it is. */
function networkOf(address: string, groupCount: number): string {
  const groups = parsed(address)?.parts.slice(0, groupCount);
  return groups === undefined ? address : `${groups.map((group) => group.toString(16)).join(':')}::/${16 * groupCount}`;
}

/** RFC 4291, 2.5.5.2. */
function mappedIn(address: string): string | null {
  const found = parsed(address);
  return found?.isIPv4MappedAddress() ? found.toIPv4Address().toString() : null;
}

function parsed(address: string): ipaddr.IPv6 | null {
  try {
    return ipaddr.IPv6.parse(address);
  } catch {
    return null;
  }
}
