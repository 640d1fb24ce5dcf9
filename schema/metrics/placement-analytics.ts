import * as z from 'zod';
import { assignmentStatuses } from '../shared/enums.ts';
import { pathId, uuid } from '../shared/ids.ts';
import { periodQuery } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { money } from '../shared/money.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { engagement } from './engagement.ts';
import { mixedDefinitions } from './view-definition.ts';

/** Creators listed in one answer. */
export const maxCreators = 100;
export const periodLimit = { days: 30, maxDays: 366 } as const;

const count = lazy(() => z.int().nonnegative());
const seconds = lazy(() =>
  z.strictObject({
    average: count().nullable().describe('Average in whole seconds; null without values.'),
    median: count().nullable(),
    count: count().describe('Number of assignments with a value.'),
  }),
);
const moneyOfHolds = lazy(() => ({
  reserved: money().describe('Amount that is reserved now.'),
  spent: money().describe('Amount paid from the reserve: to creators and as fees, including the paid part of a split.'),
  refunded: money().describe('Amount returned from the reserve to the advertiser.'),
}));
const deliveredResults = lazy(() =>
  count().describe('Results of submitted assignments without a full refund: paid, split or still open.'),
);

const totals = lazy(() =>
  z.strictObject({
    orders: count(),
    assignments: count(),
    creators: count().describe('Number of creators, including those beyond the limit of byCreator.'),
    orderedResults: count(),
    deliveredResults: deliveredResults(),
    ...moneyOfHolds(),
    acceptSeconds: seconds().describe('Time from funding to acceptance.'),
    deliverSeconds: seconds().describe('Time from acceptance to the first submission.'),
  }),
);

const statusRow = lazy(() =>
  z.strictObject({
    status: z.enum(assignmentStatuses),
    assignments: count(),
    total: money().describe('Base price plus brand fee.'),
  }),
);

const creatorRow = lazy(() =>
  z.strictObject({
    creatorPublicId: uuid(),
    displayName: z.string().nullable().describe('Name of the creator on the last published page.'),
    assignments: count(),
    deliveredResults: deliveredResults(),
    ...moneyOfHolds(),
    engagement: engagement(),
    viewDefinitions: mixedDefinitions(),
  }),
);

const dayRow = lazy(() =>
  z.strictObject({
    date: z.iso.date().describe('Day in UTC.'),
    funded: count().describe('Assignments funded on that day.'),
    accepted: count().describe('Assignments accepted on that day.'),
    deliveredResults: count().describe(
      'Results that were first submitted on that day. Only results in deliveredResults of the totals count.',
    ),
    approved: count().describe('Assignments approved on that day.'),
    reserved: money().describe('Amount reserved on that day.'),
    spent: money().describe('Amount paid on that day.'),
    refunded: money().describe('Amount refunded on that day.'),
  }),
);

const analytics = lazy(() =>
  z
    .strictObject({
      totals: totals(),
      byStatus: z.array(statusRow()).describe('One row for each status, including statuses without assignments.'),
      byCreator: z
        .array(creatorRow())
        .max(maxCreators)
        .describe(
          `The first ${maxCreators} creators, by spent, then by assignments. totals.creators is their full number.`,
        ),
      series: z
        .array(dayRow())
        .describe(
          'One row for each day of the period. It covers the events of that day, for the assignments of the report.',
        ),
      engagement: engagement(),
      viewDefinitions: mixedDefinitions(),
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

const period =
  `By default \`from\` and \`to\` cover the last ${periodLimit.days} days. ` +
  `A period has at most ${periodLimit.maxDays} days, \`to\` included.`;
const metricsNote =
  'Amounts are those of the advertiser: base and brand fee. Engagement covers accepted video posts: delivered PUBLIC ' +
  'results of APPROVED assignments of the types STREAM, VIDEO and SHORT_VIDEO. A split does not count as an approval. If several ' +
  'results share a post, each row and the total count it once. The service measures posts from their submission, on ' +
  'platforms that it can call. Posts without a measurement do not count as zeros: the sums leave them out, and the ' +
  'coverage shows how many are missing. The sums also leave out metrics that are older than the terms of the platform ' +
  'allow (YouTube: at most 30 days), and metrics that only the creator may see.';

export const ReadPlacementAnalytics = declare({
  ...read,
  name: 'ReadPlacementAnalytics',
  path: '/analytics/placements',
  summary: 'Get the metrics of your placements',
  description:
    'Reports on your assignments that were open in the period: funded by the end of `to`, and not ended before `from`. Totals, ' +
    'statuses, creators and engagement show these assignments in their present state, including amounts from outside the ' +
    'period. `reserved` is the amount that is reserved now. The series show their events within the period, by day. A period ' +
    'with very many assignments (hundreds of thousands) can return 503 SERVICE_UNAVAILABLE: request a shorter one. ' +
    `${period} ${metricsNote}`,
  query: () => z.object(periodQuery()),
});

export const ReadOrderAnalytics = declare({
  ...read,
  name: 'ReadOrderAnalytics',
  path: '/placement-orders/{id}/analytics',
  summary: 'Get the metrics of an order',
  description: `Reports on the whole order, regardless of its date. \`from\` and \`to\` limit only the series. ${period} ${metricsNote}`,
  params: () => z.object({ id: pathId() }),
  query: () => z.object(periodQuery()),
});
