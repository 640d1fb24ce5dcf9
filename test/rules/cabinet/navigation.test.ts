import { expect, test } from 'vitest';
import { mayOpen, sectionsFor } from '../../../functions/web/cabinet/frame/navigation.ts';
import type { Role } from '../../../schema/shared/enums.ts';

const everyone = ['/cabinet', '/cabinet/settings'];
const customers = ['/cabinet/factories', '/cabinet/wallet'];
const cases: readonly (readonly [readonly Role[], readonly string[]])[] = [
  [[], [...everyone, ...customers]],
  [['STAFF'], [...everyone, '/cabinet/staff']],
  [
    ['ADVERTISER'],
    [...everyone, ...customers, '/cabinet/orders', '/cabinet/lists', '/cabinet/work', '/cabinet/campaigns'],
  ],
  [
    ['CREATOR', 'STAFF'],
    [
      ...[...everyone, ...customers, '/cabinet/work', '/cabinet/page', '/cabinet/accounts', '/cabinet/offers'],
      ...['/cabinet/posts', '/cabinet/staff'],
    ],
  ],
];
const pathsFor = (roles: readonly Role[]) => sectionsFor(roles).map(({ path }) => path);

test.each(cases)('the menu offers to the roles %j the sections that they may open, and no other', (roles, allowed) => {
  expect(pathsFor(roles).toSorted()).toEqual(allowed.toSorted());
  const every = pathsFor(['ADVERTISER', 'CREATOR', 'STAFF']);
  expect(every.filter((path) => mayOpen(path, roles)).toSorted()).toEqual(allowed.toSorted());
});

test('people may open an object of a section that the menu does not offer, because its operation decides', () => {
  expect(mayOpen('/cabinet/work/7', [])).toBe(true);
});
