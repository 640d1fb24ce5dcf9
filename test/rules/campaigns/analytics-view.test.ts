import { expect, test } from 'vitest';
import { costPerThousand } from '../../../functions/campaigns/analytics/view.ts';
import { noMeasurements } from '../../../schema/metrics/engagement.ts';

const figures = (views: bigint, { measured = 2, accepted = 2, unavailable = 0 } = {}) => ({
  posts: { total: 3, onModeration: 0, accepted, rejected: 1, unavailable },
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
  expect(costPerThousand(spent, figures(views))?.raw).toBe(cents),
);

test.each([
  ['without views', figures(0n)],
  ['while an accepted post is not measured', figures(5n, { measured: 1 })],
  ['while a post is unavailable', figures(5n, { unavailable: 1 })],
])('there is no cost for a thousand views %s', (_, unknown) => expect(costPerThousand(5n, unknown)).toBeNull());
