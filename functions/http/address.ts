import ipaddr from 'ipaddr.js';

/**
 * The caller's address, as only the edge can know it. Of IPv6 it is the /64: one subscriber has all of its addresses
 * (RFC 6177).
 */
export function callerAddress({ headers }: Request): string {
  const address = headers.get('cf-connecting-ip') ?? 'unknown';
  return address.includes(':') && !address.includes('.') ? networkOf(address) : address;
}

/** Parsed once, because every guest hit does it. What is no address is counted as it is. */
function networkOf(address: string): string {
  try {
    const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4);
    return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
  } catch {
    return address;
  }
}
