import { expect, test } from 'vitest';
import { dividedBatches } from '../../../functions/metrics/measurement/rules.ts';

const rows = (count: number, failures: number) => Array.from({ length: count }, (_, id) => ({ id, failures }));

test.each([
  [0, [50, 50, 20]],
  [3, [50, 50, 20]],
  [4, [25, 25, 25, 25, 20]],
  [5, Array(10).fill(12)],
  [9, Array(120).fill(1)],
  [35, Array(120).fill(1)],
  [500, Array(120).fill(1)],
])('120 rows that have failed %i times are asked in batches of %j', (failures, sizes) =>
  expect(dividedBatches(rows(120, failures), 50).map(({ length }) => length)).toEqual(sizes),
);

test('rows that have not failed are asked apart from those that have, and each row once', () => {
  const mixed = [...rows(60, 0), ...rows(3, 20)];
  const batches = dividedBatches(mixed, 50);
  expect(batches.map(({ length }) => length)).toEqual([50, 10, 1, 1, 1]);
  expect(batches.flat()).toEqual(mixed);
});

test('platforms that answer one post at a time have batches of one', () => {
  expect(dividedBatches(rows(3, 7), 1).map(({ length }) => length)).toEqual([1, 1, 1]);
});
