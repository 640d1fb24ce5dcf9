import { expect, test } from 'vitest';
import { callerAddress, callerNetwork } from '../../functions/http/address.ts';

const of = (address: string | null) =>
  callerAddress(
    new Request('https://castline.example', { headers: address === null ? {} : { 'cf-connecting-ip': address } }),
  );

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:aaaa::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['::fffe:203.0.113.7', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['no:address', 'no:address'],
  [null, 'unknown'],
])('the rate limit counts %s as %s', (address, counted) => expect(of(address)).toBe(counted));

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
])('the queue for passwords counts the network of %s as %s', (address, network) =>
  expect(callerNetwork(new Request('https://castline.example', { headers: { 'cf-connecting-ip': address } }))).toBe(
    network,
  ),
);
