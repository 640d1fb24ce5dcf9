import { expect, test } from 'vitest';
import { refuseUnknownTags } from '../../../functions/factories/tags/rules.ts';

const own = [
  { id: 3, name: 'Fashion' },
  { id: 8, name: 'Music' },
];

test.each([
  ['no tag', []],
  ['one tag', [8]],
  ['all tags, in any order', [8, 3]],
])('a group can have %s of the user', (_, tagIds) => {
  expect(() => refuseUnknownTags(tagIds, own)).not.toThrow();
});

test.each([
  ['the only one', [4]],
  ['the last one', [3, 8, 4]],
  ['the first of two', [3, 5, 8, 4]],
])('an id that is no tag of the user is not found: %s', (_, tagIds) => {
  expect(() => refuseUnknownTags(tagIds, own)).toThrow(expect.objectContaining({ code: 'RESOURCE_NOT_FOUND' }));
});
