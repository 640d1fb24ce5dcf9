import { expect, test } from 'vitest';
import { accountAddress, addressPattern, emailAddress } from '../../schema/shared/email-address.ts';

test.each([
  ['nina@example.com', 'nina@example.com'],
  ['Nina.Berg+news@Example.COM', 'nina.berg+news@example.com'],
  [' \u200bnina@example.com\u00a0\n', 'nina@example.com'],
  ["!#$%&'*+-/=?^_`{|}~0@example.com", "!#$%&'*+-/=?^_`{|}~0@example.com"],
  ['r&d@example.com', 'r&d@example.com'],
  ['nina@xn--80a1acny.xn--p1ai', 'nina@xn--80a1acny.xn--p1ai'],
  ['nina@почта.рф', 'nina@xn--80a1acny.xn--p1ai'],
  ['nina@ПОЧТА.рф', 'nina@xn--80a1acny.xn--p1ai'],
  ['nina@müller.example', 'nina@xn--mller-kva.example'],
  ['nina@mu\u0308ller.example', 'nina@xn--mller-kva.example'],
  ['nina@xn--mller-kva.example', 'nina@xn--mller-kva.example'],
  ['nina@例え.テスト', 'nina@xn--r8jz45g.xn--zckzah'],
  ['nina@ｅｘａｍｐｌｅ.com', 'nina@example.com'],
  ['nina@例え。テスト', 'nina@xn--r8jz45g.xn--zckzah'],
  ['nina@ＥＸＡＭＰＬＥ．ＣＯＭ', 'nina@example.com'],
  ['nina@EXAMPLE．COM', 'nina@example.com'],
  ['n.b@mail｡example.com', 'n.b@mail.example.com'],
  ['nina@a-b.co.uk', 'nina@a-b.co.uk'],
  [`nina@${'a'.repeat(63)}.example`, `nina@${'a'.repeat(63)}.example`],
])('%j is the address %s', (text, address) => {
  expect(emailAddress().safeParse(text).data).toBe(address);
  expect(accountAddress(text)).toBe(address);
  expect(address).toMatch(new RegExp(addressPattern));
});

test.each([
  ...['', 'nina', '@example.com', 'nina@', 'nina@@example.com', 'nina@a@example.com', 'nina@example', 'nina@localhost'],
  ...['.nina@example.com', 'nina.@example.com', 'ni..na@example.com', '"nina berg"@example.com', 'nina(x)@example.com'],
  ...['nina @example.com', 'nina@exam ple.com', 'nina@example.com, olga@example.com', 'Nina <nina@example.com>'],
  ...['nina@-example.com', 'nina@example-.com', 'nina@example..com', 'nina@example.com.', 'nina@.example.com'],
  ...[
    'nina@127.0.0.1',
    'nina@[127.0.0.1]',
    'nina@0x7f.1',
    'nina@example.com:25',
    'nina@example.com/x',
    'nina@exa_mple.com',
  ],
  ...[
    'nina@xn--zzzzzz.com',
    'nina@xn--a.com',
    'nina@xn--a-ecp.example',
    'ni．na@example.com',
    'nina@。com',
    'nina@。。。',
  ],
  ...['nina@example.c', 'nina@example.123', 'nina@%65xample.com', 'nïna@example.com', 'nina\u0000@example.com'],
  ...[`nina@${'a'.repeat(64)}.example`, `${'a'.repeat(250)}@example.com`, `nina@${'ü'.repeat(60)}.example`],
])('%j is no address', (text) => expect(emailAddress().safeParse(text).success).toBe(false));
