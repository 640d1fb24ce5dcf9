import * as z from 'zod';
import { engagement } from './engagement.ts';
import { assignmentStatuses } from './enums.ts';
import { pathId, uuid } from './ids.ts';
import { periodQuery } from './instants.ts';
import { lazy } from './lazy.ts';
import { money } from './money.ts';
import { declare } from './operation.ts';
import { dataOf } from './page.ts';

/** The creators that are listed, and the period that is asked about. */
export const mostCreators = 100;
export const periodLimit = { days: 30, mostDays: 366 } as const;

const count = lazy(() => z.int().nonnegative());
const seconds = lazy(() =>
  z.strictObject({
    average: count().nullable().describe('Whole seconds; null where there was nothing.'),
    median: count().nullable(),
    count: count().describe('Of how many assignments.'),
  }),
);
const moneyOfHolds = lazy(() => ({
  reserved: money().describe('Held now.'),
  spent: money().describe('Released from what was held: creators and fees, of a split the part that was paid.'),
  refunded: money().describe('Came back from what was held.'),
}));
const deliveredResults = lazy(() => count().describe('Results that were handed in, those of cancelled work left out.'));

const totals = lazy(() =>
  z.strictObject({
    orders: count(),
    assignments: count(),
    orderedResults: count(),
    deliveredResults: deliveredResults(),
    ...moneyOfHolds(),
    acceptSeconds: seconds().describe('From funding to acceptance.'),
    deliverSeconds: seconds().describe('From acceptance to the first time that everything was handed in.'),
  }),
);

const statusRow = lazy(() =>
  z.strictObject({
    status: z.enum(assignmentStatuses),
    assignments: count(),
    total: money().describe('Base and brand fee.'),
  }),
);

const creatorRow = lazy(() =>
  z.strictObject({
    creatorPublicId: uuid,
    displayName: z.string().nullable().describe('As the page of the creator was last published.'),
    assignments: count(),
    deliveredResults: deliveredResults(),
    ...moneyOfHolds(),
    engagement: engagement(),
  }),
);

const dayRow = lazy(() =>
  z.strictObject({
    date: z.iso.date().describe('A day in UTC.'),
    funded: count().describe('Assignments that were funded that day, and so on.'),
    accepted: count(),
    delivered: count().describe('Handed in for the first time.'),
    approved: count(),
    reserved: money().describe('Put into holds that day.'),
    spent: money(),
    refunded: money(),
  }),
);

const analytics = lazy(() =>
  z
    .strictObject({
      totals: totals(),
      byStatus: z.array(statusRow()).describe('Every status, also those without an assignment.'),
      byCreator: z.array(creatorRow()).max(mostCreators).describe(`By what was spent; at most ${mostCreators}.`),
      series: z.array(dayRow()).describe('Every day from from to to: what happened then to the same assignments.'),
      engagement: engagement(),
    })
    .meta({ id: 'PlacementAnalytics' }),
);
export type PlacementAnalytics = z.output<ReturnType<typeof analytics>>;

const read = {
  method: 'get',
  access: 'participant',
  role: 'ADVERTISER',
  tag: 'Analytics',
  success: 200,
  answer: () => dataOf(analytics()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
} as const;

const period = `from and to default to the last ${periodLimit.days} days and are at most ${periodLimit.mostDays} days apart.`;
const figures =
  "Money is the advertiser's side: base and brand fee. Engagement is of accepted video posts: PUBLIC results of APPROVED work of the " +
  'types STREAM, VIDEO and SHORT_VIDEO; a split is no acceptance. Posts are measured from when they are handed in, on platforms that ' +
  'can be asked. What was never measured is missing from the coverage, not counted as zero.';

export const ReadPlacementAnalytics = declare({
  ...read,
  name: 'ReadPlacementAnalytics',
  path: '/analytics/placements',
  summary: 'Read the figures of your placements',
  description: `Of your assignments that were funded from from to to. ${period} ${figures}`,
  query: () => z.object(periodQuery),
});

export const ReadOrderAnalytics = declare({
  ...read,
  name: 'ReadOrderAnalytics',
  path: '/placement-orders/{id}/analytics',
  summary: 'Read the figures of an order',
  description: `Of the whole order, whenever it was funded: from and to bound the series alone. ${period} ${figures}`,
  params: () => z.object({ id: pathId }),
  query: () => z.object(periodQuery),
});
