import { expect, test } from 'vitest';
import { rightsOf, textOfRights } from '../../../functions/web/cabinet/rights/rights-text.ts';

test.each([
  ['words and numbers', 'months: 6\nterritory: worldwide', { months: 6, territory: 'worldwide' }],
  ['a right without a condition', 'paid ads', { 'paid ads': true }],
  ['an address', 'terms: https://castline.example/a:b', { terms: 'https://castline.example/a:b' }],
  ['nothing', ' \n', {}],
  ['JSON', '{"a:b": [1]}', { 'a:b': [1] }],
])('a text with %s becomes rights', (_, text, rights) => {
  expect(rightsOf(text)).toEqual(rights);
});

test.each([
  [{}],
  [{ months: 6, isExclusive: false, region: null }],
  [{ months: '6', flag: 'true', empty: '', spaced: ' a ', lines: 'a\nb', quoted: '"a"' }],
  [{ nested: { a: [1, 'b: c'] } }],
  [{ 'a:b': 'c' }],
  [{ '{': 1 }],
  [{ '': 1 }],
  [{ ' padded ': 1 }],
])('the text of the rights %j gives the same rights again', (rights) => {
  expect(rightsOf(textOfRights(rights))).toEqual(rights);
});
