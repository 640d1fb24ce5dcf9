import ipaddr from 'ipaddr.js';

/**
 * The caller's address from the header that only Cloudflare's edge sets. IPv6 gives the /64, because one subscriber has all of its
 * addresses (RFC 6177).
 */
export function callerAddress({ headers }: Request): string {
  const address = headers.get('cf-connecting-ip') ?? 'unknown';
  return address.includes(':') && !address.includes('.') ? networkOf(address) : address;
}

/** Cached, because every guest hit needs it. A value that is not an address is counted as it is. */
function networkOf(address: string): string {
  try {
    const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4);
    return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
  } catch {
    return address;
  }
}
