import { expect, test } from 'vitest';
import { outward } from '../../../functions/web/ui/outward.ts';

test('a link to another site is https, in its parsed form', () => {
  expect(outward('https://example.com/a b?c=1#d')).toBe('https://example.com/a%20b?c=1#d');
});

test.each([
  'http://example.com/',
  'HTTP://example.com/',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'ftp://example.com/',
  'blob:https://example.com/1',
  'mailto:a@example.com',
  '//example.com/',
  '/creators',
  'https//example.com',
  '',
])('no link to another site has the address %s', (address) => {
  expect(outward(address)).toBeUndefined();
});
