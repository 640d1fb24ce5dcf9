import { expect, test } from 'vitest';
import { commonPasswords } from '../../../functions/identity/account/frequent-passwords.ts';
import { isTooCommon } from '../../../functions/identity/account/password-rules.ts';

const common = new Set(commonPasswords.split(' '));
const owner = { email: 'mira.plays@castline.example', name: 'Mira Plays Games' };
const isRefused = (password: string) => isTooCommon(password, owner, common);

test('the list has 10,000 passwords of 8 or more characters in lower case', () => {
  expect(common.size).toBe(10_000);
  expect([...common].filter((one) => one.length < 8 || one !== one.normalize('NFKC').toLowerCase())).toEqual([]);
});

test.each([
  ['a common one', 'password1'],
  ['a common one in another case', 'PassWord1'],
  ['a common one in wide letters', 'ｐａｓｓｗｏｒｄ１'],
  ['a common one between blanks', ' password1 '],
  ['four different characters', 'abcdabcdabcd'],
  ['one emoji, eight times', '😀😀😀😀😀😀😀😀'],
  ['the address', 'Mira.Plays@castline.example'],
  ['the local part of the address', 'mira.plays'],
  ['the name', 'mira plays games'],
  ['the name in one word', 'MiraPlaysGames'],
  ['the name of the service', 'Castline'],
])('a new password is refused: %s', (_, password) => {
  expect(isRefused(password)).toBe(true);
});

test.each(['correct horse battery', 'abcdeabcde', 'mira.plays.chess', 'castline is mine'])(
  'a new password is accepted: %s',
  (password) => {
    expect(isRefused(password)).toBe(false);
  },
);
