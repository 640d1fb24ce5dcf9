/**
 * The caller's address, as only the edge can know it. Of IPv6 it is the /64: one subscriber has all of its addresses
 * (RFC 6177).
 */
export function callerAddress({ headers }: Request): string {
  const address = headers.get('cf-connecting-ip') ?? 'unknown';
  return address.includes(':') && !address.includes('.') ? networkOf(address.toLowerCase()) : address;
}

function networkOf(address: string): string {
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const gap = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...gap, ...right].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`;
}
