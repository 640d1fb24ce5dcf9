import { expect, test } from 'vitest';
import { formatKey, parseKey, prefixOf, scopesOf } from '../../../functions/identity/api-keys/rules.ts';
import { isGenuine, newSecret } from '../../../functions/identity/api-keys/secret.ts';

const secret = 'aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_aBcDe';
const key = { prefix: 'k3v7q2m4x5ab', secret };

test('an API key parses to its parts', () => {
  expect(formatKey('castline', key)).toBe(`castline_live_k3v7q2m4x5ab.${secret}`);
  expect(parseKey(formatKey('castline', key), 'castline')).toEqual(key);
});

test.each([
  ['', 'nothing'],
  ['castline_live_', 'no parts'],
  [`other_live_k3v7q2m4x5ab.${secret}`, 'another word'],
  [`castline_test_k3v7q2m4x5ab.${secret}`, 'another kind'],
  [`castline_live_k3v7q2m4x5a.${secret}`, 'a short prefix'],
  [`castline_live_k3v7q2m4x5aB.${secret}`, 'an upper-case prefix'],
  [`castline_live_k3v7q2m4x5ab.${secret.slice(1)}`, 'a short secret'],
  [`castline_live_k3v7q2m4x5ab.${secret}x`, 'a long secret'],
  [`castline_live_k3v7q2m4x5ab.${secret.slice(1)}+`, 'a character that base64url has not'],
  [`castline_live_k3v7q2m4x5ab.${secret}\n`, 'a line feed'],
  [` castline_live_k3v7q2m4x5ab.${secret}`, 'a space'],
])('%j is refused as a key: %s', (text) => {
  expect(parseKey(text, 'castline')).toBeNull();
});

test('a prefix has twelve valid characters for any random bytes', () => {
  for (let byte = 0; byte < 256; byte++) expect(prefixOf(new Uint8Array(12).fill(byte))).toMatch(/^[a-z0-9]{12}$/);
});

const settings = { SEALING_SECRET: 'a secret of at least thirty-two characters' };

test('the service recognises its own keys without a lookup', async () => {
  const { prefix } = key;
  const made = { prefix, secret: await newSecret(prefix, settings) };
  expect(parseKey(formatKey('castline', made), 'castline')).toEqual(made);
  expect(await isGenuine(made, settings)).toBe(true);
  const swapped = made.secret.startsWith('A') ? 'B' : 'A';
  for (const other of [
    { ...made, prefix: 'k3v7q2m4x5ac' },
    { ...made, secret: swapped + made.secret.slice(1) },
    { ...made, secret },
  ])
    expect(await isGenuine(other, settings), formatKey('castline', other)).toBe(false);
});

test('the service recognises a key after a change of SEALING_SECRET while the previous one is set', async () => {
  const made = { prefix: key.prefix, secret: await newSecret(key.prefix, settings) };
  const SEALING_SECRET = 'another secret of thirty-two characters.';
  expect(await isGenuine(made, { SEALING_SECRET, SEALING_SECRET_PREVIOUS: settings.SEALING_SECRET })).toBe(true);
  expect(await isGenuine(made, { SEALING_SECRET })).toBe(false);
});

test('every key has the scope read', () => {
  expect(scopesOf([])).toEqual(['read']);
  expect(scopesOf(['read'])).toEqual(['read']);
  expect(scopesOf(['write'])).toEqual(['read', 'write']);
  expect(scopesOf(['write', 'read', 'write'])).toEqual(['read', 'write']);
});
