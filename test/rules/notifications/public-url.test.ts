import { describe, expect, test } from 'vitest';
import { isPublicAddress, publicTarget } from '../../../functions/notifications/webhooks/public-url.ts';

const outcome = (url: string, trusted: readonly string[] = []) => {
  const target = publicTarget(url, trusted);
  return 'problem' in target ? 'refused' : target;
};

describe('a URL of a public host', () => {
  test.each([
    ['https://hooks.example.com/castline', 'https://hooks.example.com/castline', 'hooks.example.com'],
    ['https://Hooks.Example.COM', 'https://hooks.example.com/', 'hooks.example.com'],
    ['https://hooks.example.com./x', 'https://hooks.example.com/x', 'hooks.example.com'],
    ['https://hooks.example.com:443/x?token=a%20b', 'https://hooks.example.com/x?token=a%20b', 'hooks.example.com'],
    ['https://hooks.example.com:8443/x', 'https://hooks.example.com:8443/x', 'hooks.example.com'],
    ['https://a_b.example.com/', 'https://a_b.example.com/', 'a_b.example.com'],
    ['https://bücher.example.com/', 'https://xn--bcher-kva.example.com/', 'xn--bcher-kva.example.com'],
    ['https://hooks.example.com/%2e%2e/a/../b', 'https://hooks.example.com/b', 'hooks.example.com'],
    ['https://8.8.8.8/x', 'https://8.8.8.8/x', null],
    ['https://[2606:4700:4700::1111]/x', 'https://[2606:4700:4700::1111]/x', null],
    ['https://mylocalhost.com/', 'https://mylocalhost.com/', 'mylocalhost.com'],
    ['https://internal.example.com/', 'https://internal.example.com/', 'internal.example.com'],
  ])('is accepted and normalised: %s', (url, href, nameToResolve) => {
    expect(outcome(url)).toEqual({ href, nameToResolve });
  });
});

/** The first and the last address of each private or reserved range, and invalid ones. */
const ranges: Readonly<Record<string, readonly string[]>> = {
  '0.0.0.0/8': ['0.0.0.0', '0.255.255.255'],
  '10.0.0.0/8': ['10.0.0.0', '10.255.255.255'],
  '100.64.0.0/10': ['100.64.0.0', '100.127.255.255'],
  '127.0.0.0/8': ['127.0.0.0', '127.255.255.255'],
  '169.254.0.0/16, with the metadata of the clouds': ['169.254.0.0', '169.254.169.254'],
  '172.16.0.0/12': ['172.16.0.0', '172.31.255.255'],
  '192.0.0.0/24': ['192.0.0.0', '192.0.0.255'],
  '192.0.2.0/24': ['192.0.2.0', '192.0.2.255'],
  '192.88.99.0/24': ['192.88.99.0', '192.88.99.255'],
  '192.168.0.0/16': ['192.168.0.0', '192.168.255.255'],
  '198.18.0.0/15': ['198.18.0.0', '198.19.255.255'],
  '198.51.100.0/24': ['198.51.100.0', '198.51.100.255'],
  '203.0.113.0/24': ['203.0.113.0', '203.0.113.255'],
  '224.0.0.0/4': ['224.0.0.0', '239.255.255.255'],
  '240.0.0.0/4': ['240.0.0.0', '255.255.255.255'],
  '::/128 and ::1/128': ['::', '::1'],
  '::/96, IPv4 inside': ['::127.0.0.1', '::8.8.8.8'],
  '::ffff:0:0/96, IPv4 inside': ['::ffff:10.0.0.1', '::ffff:8.8.8.8'],
  '::ffff:0:0:0/96': ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
  '64:ff9b::/96': ['64:ff9b::127.0.0.1', '64:ff9b::8.8.8.8'],
  '64:ff9b:1::/48': ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  '100::/64': ['100::', '100::ffff:ffff:ffff:ffff'],
  '2001::/23': ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  '2001:db8::/32': ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  '2002::/16, IPv4 inside': ['2002:7f00:1::', '2002:808:808::'],
  '3fff::/20': ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  '5f00::/16': ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'fc00::/7, with the metadata of a cloud': ['fc00::', 'fd00:ec2::254'],
  'fe80::/10': ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'fec0::/10': ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'ff00::/8': ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'what clouds answer at from within alone: Azure, Alibaba, Oracle, Tencent': [
    ...(['168.63.129.16', '100.100.100.200', '192.0.0.192', '169.254.0.23'] as const),
  ],
  'and by IPv6: Amazon, Google': ['fd00:ec2::254', 'fd20:ce::254'],
  'what nobody was given': ['4000::', 'e000::1'],
};

describe('the check of private addresses', () => {
  test.each(Object.entries(ranges))('refuses them in a URL and in a DNS answer: %s', (_, addresses) => {
    for (const address of addresses) {
      expect(isPublicAddress(address), address).toBe(false);
      const host = address.includes(':') ? `[${address}]` : address;
      expect(outcome(`https://${host}/`), address).toBe('refused');
      expect(outcome(`https://${host}:8443/x`), address).toBe('refused');
    }
  });

  test('accepts the neighbours of the ranges', () => {
    for (const address of [
      ...['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
      ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0'],
      ...[
        '198.17.255.255',
        '198.20.0.0',
        '203.0.112.255',
        '203.0.114.0',
        '223.255.255.255',
        '168.63.129.15',
        '168.63.129.17',
      ],
      ...['2001:200::', '2001:db7::1', '2001:db9::1', '2003::1', '2606:4700::1111', '3ffe::1'],
    ])
      expect(isPublicAddress(address), address).toBe(true);
  });

  test('refuses a text that is no address', () => {
    for (const text of ['', 'example.com', '8.8.8.8.', '8.8.8.8/32', '300.1.1.1', 'fe80::1%eth0', '2606:4700::1111%1'])
      expect(isPublicAddress(text), text).toBe(false);
  });
});

describe('a hidden address', () => {
  test.each([
    ['https://2130706433/', 'a decimal'],
    ['https://0x7f000001/', 'a hexadecimal'],
    ['https://0x7f.0.0.1/', 'a hexadecimal part'],
    ['https://017700000001/', 'an octal'],
    ['https://0177.0.0.01/', 'octal parts'],
    ['https://127.1/', 'a short one'],
    ['https://127.0.1/', 'a short one of three'],
    ['https://0/', 'zero'],
    ['https://127.0.0.1./', 'a dot at the end'],
    ['https://%31%32%37.0.0.1/', 'escapes'],
    ['https://１２７.０.０.１/', 'full-width digits'],
    ['https://①②⑦.⓪.⓪.①/', 'digits in circles'],
    ['https://127。0。0。1/', 'other dots'],
    ['https://2852039166/latest/meta-data/', 'the metadata in decimal'],
    ['https://0xa9fea9fe/', 'the metadata in hexadecimal'],
    ['https://0251.0376.0251.0376/', 'the metadata in octal'],
    ['https://[0:0:0:0:0:0:0:1]/', 'IPv6 in full'],
    ['https://[::ffff:7f00:1]/', 'IPv4 in IPv6, in hexadecimal'],
    ['https://[::FFFF:169.254.169.254]/', 'the metadata in IPv6'],
    ['https://[::127.0.0.1]/', 'IPv4 in the old way'],
    ['https://[64:ff9b::7f00:1]/', 'IPv4 behind a translator'],
    ['https://[2002:7f00:1::]/', 'IPv4 in a tunnel'],
    ['https://2822734096/', 'what a cloud answers at, in decimal'],
    ['https://[::ffff:168.63.129.16]/', 'the same in IPv6'],
  ])('is refused in every notation: %s (%s)', (url) => {
    expect(outcome(url)).toBe('refused');
  });
});

describe('a URL of any other kind', () => {
  test.each([
    ...['http://hooks.example.com/', 'ftp://hooks.example.com/', 'wss://hooks.example.com/', 'file:///etc/passwd'],
    ...[
      'javascript:alert(1)',
      'data:text/plain,x',
      'hooks.example.com/x',
      '//hooks.example.com/x',
      '/x',
      'https://',
      '',
    ],
    ...['https://user@hooks.example.com/', 'https://user:secret@hooks.example.com/', 'https://@hooks.example.com/'],
    ...['https://:@hooks.example.com/', 'https:user@hooks.example.com/', 'https://hooks.example.com@127.0.0.1/'],
    ...['https://hooks.example.com/#x', 'https://hooks.example.com/#', 'https://hooks.example.com:99999/'],
    ...['22', '25', '80', '444', '6379', '8080', '8444', '9443', '0', '65535'].map(
      (port) => `https://hooks.example.com:${port}/`,
    ),
    ...['https://8.8.8.8:8080/', 'https://[2606:4700:4700::1111]:80/'],
    ...[
      'https://hooks.example.com/ x',
      ' https://hooks.example.com/',
      'https://hooks.example.com/\n',
      'ht\ttps://hooks.example.com/',
    ],
    ...['https:\\\\hooks.example.com\\', 'https://hooks.example.com\\@127.0.0.1/', 'https://hooks.example.com/\u200b'],
    ...['https://hooks.example.com/\u00a0', 'https://hooks.example.com/\u0000', 'https://hooks\u00ad.example.com/'],
    ...[
      'https://localhost/',
      'https://LOCALHOST/',
      'https://localhost./',
      'https://api.localhost/',
      'https://ｌocalhost/',
    ],
    ...[
      'https://castline/',
      'https://router.local/',
      'https://db.internal/',
      'https://nas.home.arpa/',
      'https://x.onion/',
    ],
    ...[
      'https://x.test/',
      'https://x.example/',
      'https://x.invalid/',
      'https://x.alt/',
      'https://1.0.0.127.in-addr.arpa/',
    ],
    ...[
      'https://x.lan/',
      'https://x.home/',
      'https://x.corp/',
      'https://x.intranet/',
      'https://localhost.localdomain/',
    ],
    ...['https://metadata/', 'https://metadata.google.internal/', 'https://metadata.google.internal./'],
    ...['https://metadata.goog/', 'https://instance-data.ec2.internal/'],
    ...['https://hooks..example.com/', 'https://.example.com/', 'https://example.com../', 'https://-x.example.com/'],
    ...['https://x-.example.com/', `https://${'a'.repeat(64)}.example.com/`, `https://${'a.'.repeat(130)}example.com/`],
    `https://hooks.example.com/${'a'.repeat(2_000)}`,
    `https://hooks.example.com/${'é'.repeat(400)}`,
  ])('is refused: %s', (url) => {
    expect(outcome(url)).toBe('refused');
  });
});

describe('a trusted origin', () => {
  const trusted = ['http://127.0.0.1:9000'];

  test('is accepted with any path, unchanged', () => {
    expect(outcome('http://127.0.0.1:9000/x?y', trusted)).toEqual({
      href: 'http://127.0.0.1:9000/x?y',
      nameToResolve: null,
    });
  });

  test.each([
    ...['http://127.0.0.1:9001/', 'http://127.0.0.1/', 'https://127.0.0.1:9000/', 'http://localhost:9000/'],
    ...['http://127.0.0.2:9000/', 'http://[::1]:9000/', 'http://127.0.0.1:9000@169.254.169.254/'],
    ...['http://user@127.0.0.1:9000/', 'http://127.0.0.1:9000/#x'],
  ])('does not allow %s', (url) => {
    expect(outcome(url, trusted)).toBe('refused');
  });
});
