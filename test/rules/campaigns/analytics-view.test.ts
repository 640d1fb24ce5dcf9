import { expect, test } from 'vitest';
import { costPerThousand } from '../../../functions/campaigns/analytics/view.ts';
import { noMeasurements } from '../../../schema/metrics/engagement.ts';

const spentOf = (cents: bigint, hasOtherEarnings = false) => ({ spentCents: String(cents), hasOtherEarnings });
const figures = (views: bigint, { measured = 2, accepted = 2 } = {}) => ({
  posts: { total: 4, onModeration: 0, accepted, rejected: 1, unavailable: 1 },
  engagement: { ...noMeasurements, views: String(views), measuredPosts: measured, totalPosts: accepted },
});

test.each([
  [1_000n, 5_000n, '200'],
  [1n, 3_000n, '0'],
  [1n, 2_000n, '1'],
  [2n, 3_000n, '1'],
  [0n, 10n, '0'],
  [9_007_199_254_740_993n, 1_000n, '9007199254740993'],
])('%d cents for %d views cost %s cents for a thousand, rounded half up', (spent, views, cents) =>
  expect(costPerThousand(spentOf(spent), figures(views))?.raw).toBe(cents),
);

test.each([
  ['without views', spentOf(5n), figures(0n)],
  ['while an accepted post is not measured', spentOf(5n), figures(5n, { measured: 1 })],
  ['while a post has earned by views that are not counted', spentOf(5n, true), figures(5n)],
])('there is no cost for a thousand views %s', (_, spent, unknown) =>
  expect(costPerThousand(spent, unknown)).toBeNull(),
);
