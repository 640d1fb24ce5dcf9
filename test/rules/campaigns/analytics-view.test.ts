import { expect, test } from 'vitest';
import { costPerThousand } from '../../../functions/campaigns/analytics/view.ts';

test.each([
  [1_000n, 5_000n, '200'],
  [1n, 3_000n, '0'],
  [1n, 2_000n, '1'],
  [2n, 3_000n, '1'],
  [0n, 10n, '0'],
  [9_007_199_254_740_993n, 1_000n, '9007199254740993'],
])('%d cents for %d views cost %s cents for a thousand, rounded half up', (spent, views, cents) =>
  expect(costPerThousand(spent, views)?.raw).toBe(cents),
);

test('without views there is no cost for a thousand', () => expect(costPerThousand(5n, 0n)).toBeNull());
