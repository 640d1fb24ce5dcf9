import { describe, expect, test } from 'vitest';
import { codePattern } from '../../../functions/campaigns/tracking-links/click-rules.ts';
import { codeFrom, destinationOf } from '../../../functions/campaigns/tracking-links/rules.ts';
import { mayBeVisit } from '../../../functions/http/visitor.ts';
import { Refusal } from '../../../schema/shared/errors.ts';

describe('the code of a link', () => {
  test('a code has ten digits, and each digit is of as many bytes as any other', () => {
    const digitOf = (byte: number) => codeFrom(new Uint8Array(10).fill(byte))?.[0];
    const bytes = Array.from({ length: 256 }, (_, byte) => byte);
    const counts = Map.groupBy(
      bytes.filter((byte) => digitOf(byte) !== undefined),
      digitOf,
    );
    expect(counts.size).toBe(62);
    for (const [digit, own] of counts) {
      expect(own, digit).toHaveLength(4);
      expect(codeFrom(new Uint8Array(10).fill(own[0] ?? 0)), digit).toMatch(codePattern);
    }
  });

  test('a code needs enough bytes that can be used', () => {
    expect(codeFrom(new Uint8Array(9))).toBeNull();
    expect(codeFrom(new Uint8Array(20).fill(255))).toBeNull();
  });
});

describe('the destination of a link', () => {
  test.each([
    ['https://shop.example', 'https://shop.example/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://пример.example/', 'https://xn--e1afmkfd.example/'],
    ['https://例え.example/', 'https://xn--r8jz45g.example/'],
    ['https://カフェcafe.example/', 'https://xn--cafe-9k4cxa80a.example/'],
    ['https://ジョン・スミス.example/', 'https://xn--yckca5mnb7duc.example/'],
    ['https://コーヒー.example/', 'https://xn--tck2c4fb.example/'],
    ['https://例え.jp/', 'https://xn--r8jz45g.jp/'],
    ['https://ノート.jp/', 'https://xn--fdkl2l.jp/'],
    ['https://webノート.example/', 'https://xn--web-xm4b3a0z.example/'],
    ['https://木ノ下.example/', 'https://xn--ldk139f9gr.example/'],
    ['https://ẹ́kọ.example/', 'https://xn--k-wbb104smc.example/'],
    ['https://दुःख.example/', 'https://xn--j1b2b5b7f.example/'],
    ['https://צה״ל.example/', 'https://xn--8dbq2a9c.example/'],
    ['https://castline.example./creators', 'https://castline.example./creators'],
    ['https://جدة٢.example/', 'https://xn--ogbfj9r.example/'],
    ['https://ދިވެހި.mv/', 'https://xn--hqbpi0jcw.mv/'],
    ['https://paral·lel.example/', 'https://xn--parallel-koa.example/'],
    ['https://ab-1_2.example/', 'https://ab-1_2.example/'],
    ['https://bü-1.example/', 'https://xn--b-1-hoa.example/'],
    ['https://castline.example/creators', 'https://castline.example/creators'],
    ['HTTPS://SHOP.EXAMPLE/Summer?Q=1#Top', 'https://shop.example/Summer?Q=1#Top'],
    ['https://bücher.example/größe', 'https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe'],
    ['https://shop.example:443/', 'https://shop.example/'],
    ['https://shop.example/a/../b', 'https://shop.example/b'],
  ])('%s becomes %s', (given, expected) => {
    expect(destinationOf(given, 'https://castline.example')).toBe(expected);
  });

  test.each([
    'http://shop.example/',
    '//shop.example/',
    'https:/\\shop.example/',
    'https://user@shop.example/',
    'https://shop.example/ ',
    'https://shop.example/\u0000',
    'https://shop.example/\u202e',
    'data:text/html,x',
    'https://@shop.example/',
    'https://192.0.2.1/',
    'https://8.8.8.8./',
    'https://134744072/',
    'https://0x08080808/',
    'https://010.8.8.8/',
    'https://８.8.8.8/',
    'https://[2001:db8::1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://localhost/',
    'https://intranet/x',
    'https://p\u0430ypal.example/',
    'https://xn--pypal-4ve.example/',
    'https://shop.ex\u0430mple/',
    // Signs that look like those of an address.
    'https://shop.example\u2215x.evil.example/',
    'https://shop.example\u2044x.evil.example/',
    'https://pay\u2010pal.example/',
    'https://pay\u30fcpal.example/',
    'https://pay\u00b7pal.example/',
    'https://shop.example\u02d0443.evil.example/',
    // Marks through a letter, and letters of another script that look like a slash, a dot, a colon or a question mark.
    'https://shop.example\u0338.evil.example/',
    'https://shop.example\u0337x.evil.example/',
    'https://shop.example\u20e5x.evil.example/',
    'https://shop.example\u30celogin.evil.example/',
    'https://shop.example\u30ce\u30celogin.evil.example/',
    'https://shop.example\u30ce\u30fclogin.evil.example/',
    'https://shop.example.\u30ce.evil.example/',
    'https://shop.example\u30bdlogin.evil.example/',
    'https://shop.example\u30fdlogin.evil.example/',
    'https://shop.example\u4e36login.evil.example/',
    'https://shop.example\u4e3flogin.evil.example/',
    'https://shop.example\u3033login.evil.example/',
    'https://shop.example\u0294q.evil.example/',
    'https://shop\ua78fexample.evil.example/',
    'https://\u05d0\u05c3\u05d1.example/',
    'https://\u12a0\u1361\u121b.example/',
    'https://\u0633\u0660\u0633.example/',
    'https://castline.example./t/7Hq2ZkT9xB',
    'https://\u2764.example/',
    'https://castline.example/t/7Hq2ZkT9xB',
    'https://castline.example/%74/7Hq2ZkT9xB',
    `https://shop.example/${'ö'.repeat(400)}`,
  ])('%j is refused', (given) => {
    expect(() => destinationOf(given, 'https://castline.example')).toThrow(Refusal);
  });
});

test.each([
  ['GET', { 'user-agent': 'Mozilla/5.0' }, true],
  ['HEAD', { 'user-agent': 'Mozilla/5.0' }, false],
  ['POST', { 'user-agent': 'Mozilla/5.0' }, false],
  ['GET', {}, false],
  ['GET', { 'user-agent': '  ' }, false],
  ['GET', { 'user-agent': 'Mozilla/5.0', 'sec-purpose': 'prefetch;anonymous-client-ip' }, false],
  ['GET', { 'user-agent': 'Mozilla/5.0', purpose: 'prefetch' }, false],
  ['GET', { 'user-agent': 'Mozilla/5.0', 'x-moz': 'prefetch' }, false],
  ['GET', { 'user-agent': 'Mozilla/5.0', 'X-Purpose': 'preview' }, false],
  ['GET', { 'user-agent': 'Mozilla/5.0', 'X-Purpose': 'Preview; x=1' }, false],
  ['GET', { 'user-agent': 'Mozilla/5.0', 'SEC-PURPOSE': 'PREFETCH;prerender' }, false],
  ['GET', { 'user-agent': 'Mozilla/5.0', 'x-purposes': 'preview' }, true],
])('a %s request with %j may be a click: %s', (method, headers, expected) => {
  expect(mayBeVisit({ method, headers: new Headers(headers) })).toBe(expected);
});
