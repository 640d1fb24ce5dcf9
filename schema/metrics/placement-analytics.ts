import * as z from 'zod';
import { assignmentStatuses } from '../shared/enums.ts';
import { pathId, uuid } from '../shared/ids.ts';
import { periodQuery } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { money } from '../shared/money.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { engagement } from './engagement.ts';

/** Creators listed in one answer. */
export const maxCreators = 100;
export const periodLimit = { days: 30, maxDays: 366 } as const;

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
const deliveredResults = lazy(() =>
  count().describe(
    'Results of work that was handed in and was not refunded whole: what was paid, split or is still open.',
  ),
);

const totals = lazy(() =>
  z.strictObject({
    orders: count(),
    assignments: count(),
    creators: count().describe('All of them, also those whom byCreator has no room for.'),
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
    creatorPublicId: uuid(),
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
    funded: count().describe('Assignments that were funded that day.'),
    accepted: count().describe('Assignments that were accepted that day.'),
    deliveredResults: count().describe(
      'Of the deliveredResults of the totals, those that were handed in for the first time that day.',
    ),
    approved: count().describe('Assignments that were approved that day.'),
    reserved: money().describe('Put into holds that day.'),
    spent: money().describe('Released that day.'),
    refunded: money().describe('Given back that day.'),
  }),
);

const analytics = lazy(() =>
  z
    .strictObject({
      totals: totals(),
      byStatus: z.array(statusRow()).describe('Every status, also those without an assignment.'),
      byCreator: z
        .array(creatorRow())
        .max(maxCreators)
        .describe(
          `By what was spent, then by assignments: the first ${maxCreators}. totals.creators says how many there are.`,
        ),
      series: z
        .array(dayRow())
        .describe('Every day from from to to: what happened to the same assignments on it, within the period.'),
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

const period = `from and to default to the last ${periodLimit.days} days and are at most ${periodLimit.maxDays} days apart.`;
const figures =
  "Money is the advertiser's side: base and brand fee. Engagement is of accepted video posts: PUBLIC results of APPROVED work of the " +
  'types STREAM, VIDEO and SHORT_VIDEO that were delivered; a split is no acceptance. A post that several results name is counted once in each row and ' +
  'once in the whole. Posts are measured from when they are handed in, on platforms that ' +
  'can be asked. What was never measured is missing from the coverage, not counted as zero; so is what is older than its platform ' +
  'lets it be kept (of YouTube 30 days, or fewer), and what the platform lets nobody but the creator be shown.';

export const ReadPlacementAnalytics = declare({
  ...read,
  name: 'ReadPlacementAnalytics',
  path: '/analytics/placements',
  summary: 'Read the figures of your placements',
  description:
    'Of your assignments that were alive in the period: funded not after to, and not ended before from. Totals, statuses, creators and ' +
    'engagement are of those, whole and as they stand now, whenever their money was held or left the hold: reserved is what is held ' +
    'now. The series are what happened to them within the period, by the day on which it happened. A period with very many ' +
    `assignments (hundreds of thousands) may be answered with 503 SERVICE_UNAVAILABLE: ask for a shorter one. ${period} ${figures}`,
  query: () => z.object(periodQuery()),
});

export const ReadOrderAnalytics = declare({
  ...read,
  name: 'ReadOrderAnalytics',
  path: '/placement-orders/{id}/analytics',
  summary: 'Read the figures of an order',
  description: `Of the whole order, whenever it was funded: from and to bound the series alone. ${period} ${figures}`,
  params: () => z.object({ id: pathId() }),
  query: () => z.object(periodQuery()),
});
