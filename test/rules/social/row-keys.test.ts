import { expect, test } from 'vitest';
import { keyOfRows, partyOf } from '../../../schema/social-accounts/row-keys.ts';

const ofNobody = { ownerId: null };

test('the key of rows stays the same whatever else is asked for, and another row has another key', () => {
  expect(keyOfRows('posts', { ids: [9, 7, 12], ...ofNobody })).toBe(keyOfRows('posts', { ids: [7], ...ofNobody }));
  expect(keyOfRows('posts', { ids: [7], ...ofNobody })).not.toBe(keyOfRows('channels', { ids: [7], ...ofNobody }));
});

test.each([
  ['one user', { ownerId: 3 }, { ownerId: 3 }, true],
  ['two users', { ownerId: 3 }, { ownerId: 33 }, false],
  ['several users', ofNobody, ofNobody, false],
])('rows of %s (%j, %j) have one party: %s', (_, one, other, isOne) => {
  const parties = [keyOfRows('posts', { ids: [1], ...one }), keyOfRows('posts', { ids: [2], ...other })].map(partyOf);
  expect(new Set(parties).size === 1).toBe(isOne);
});
