import { expect, test } from 'vitest';
import { spentWith } from '../../../functions/campaigns/campaigns/rules.ts';

test.each<[owed: bigint, budget: number, spent: number, reward: number | null, after: bigint]>([
  [0n, 1_000, 100, null, 100n],
  [900n, 1_000, 100, null, 1_000n],
  [901n, 1_000, 100, null, 1_000n],
  [250n, 1_000, 100, null, 350n],
  [5n, 100, 100, null, 100n],
  [10n ** 30n, 1_000, 100, null, 1_000n],
  // Rewards are paid as a whole.
  [600n, 1_000, 0, 300, 600n],
  [1_200n, 1_000, 0, 300, 900n],
  [300n, 1_000, 800, 300, 800n],
])(
  'with %d cents owed, a budget of %d of which %d are spent, and the reward %s, %d cents are spent',
  (owed, budget, spent, reward, after) =>
    expect(
      spentWith(owed, {
        ...{ budgetCents: String(budget), spentCents: String(spent) },
        rewardCents: reward === null ? null : String(reward),
      }),
    ).toBe(after),
);
