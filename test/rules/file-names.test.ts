import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { newFile } from '../../schema/uploads/uploads.ts';
import { objectStoreOf } from '../support/object-store.ts';

const dangerous = [
  ['a parent path', '../../etc/passwd', '__.._etc_passwd'],
  ['a Windows path', '..\\boot.ini', '__boot.ini'],
  ['an injected header', 'a.png\r\nSet-Cookie: x=1', 'a.png__Set-Cookie_ x=1'],
  ['a NUL', 'a.png\u0000.exe', 'a.png_.exe'],
  ['a C1 control', 'a\u0085b.png', 'a_b.png'],
  ['a line separator', 'a\u2028b.png', 'a_b.png'],
  ['a reversed extension', 'proof\u202egnp.exe', 'proof_gnp.exe'],
] as const;

const harmless = [
  'proof.png',
  'Bildschirmfoto vom 20.11. (2).png',
  '证据.png',
  'é👨‍👩‍👧.mp4',
  "it's 100%.jpg",
  '%0D%0A.png',
  'a..b.png',
];

const nameOf = z.object(newFile()).shape.fileName;

/** Both file names of the download header. */
async function savedAs(fileName: string) {
  const url = await objectStoreOf('http://localhost').signGet('stored/a', { fileName, contentType: 'image/png' }, 60);
  const header = new URL(url).searchParams.get('response-content-disposition') ?? '';
  const [, plain = '', encoded = ''] = /^attachment; filename="([^"]*)"; filename\*=UTF-8''(.*)$/.exec(header) ?? [];
  return { header, plain, full: decodeURIComponent(encoded) };
}

describe.each(dangerous)('a file name with %s', (_, name, cleaned) => {
  test('is refused when the file is announced', () => {
    expect(nameOf.safeParse(name).success).toBe(false);
  });

  test('is cleaned in both names of the download when it is already stored', async () => {
    const { header, plain, full } = await savedAs(name);
    expect(full).toBe(cleaned);
    expect(plain).toBe(cleaned.replace(/[^\w. -]/g, '_'));
    expect(header).not.toMatch(/%0[0-9A-F]|%2F|%5C|\.\.\/|[\r\n]/i);
  });
});

test.each(harmless)('the name %s is accepted, and unchanged in the download', async (name) => {
  expect(nameOf.parse(name)).toBe(name);
  expect((await savedAs(name)).full).toBe(name);
});

test('a hidden file name and one with a colon are saved as plain names', async () => {
  expect((await savedAs('.htaccess')).full).toBe('_htaccess');
  expect((await savedAs('..')).full).toBe('_');
  expect((await savedAs('C:x.png')).full).toBe('C_x.png');
});
