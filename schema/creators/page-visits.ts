import * as z from 'zod';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';

/** How long the visits of a day are kept. */
export const visitDays = 400;
/** The number of days of an answer without the parameter. */
const usualDays = 30;

const days = lazy(() =>
  z
    .string()
    .regex(/^[1-9]\d{0,2}$/, `must be a whole number from 1 to ${visitDays}`)
    .transform(Number)
    .refine((count) => count <= visitDays, `must be a whole number from 1 to ${visitDays}`)
    .default(usualDays)
    .meta({ type: 'integer', minimum: 1, maximum: visitDays, default: usualDays, example: usualDays }),
);

const visits = lazy(() =>
  z
    .strictObject({
      from: z.iso.date().describe('The first UTC day of the period.'),
      to: z.iso.date().describe('Today in UTC, the last day of the period.'),
      visits: z
        .int()
        .nonnegative()
        .describe('The visits of the period, without known bots. A reload is another visit.'),
      series: z
        .array(
          z.strictObject({
            date: z.iso.date().describe('A UTC day.'),
            visits: z.int().nonnegative().describe('The visits of the day.'),
          }),
        )
        .describe('Each day of the period. A day without visits has 0.'),
    })
    .meta({ id: 'PageVisits' }),
);
export type PageVisits = z.output<ReturnType<typeof visits>>;

export const GetPageVisits = declare({
  name: 'GetPageVisits',
  method: 'get',
  path: '/influencer-profile/visits',
  access: 'token',
  tag: 'Creator page',
  role: 'CREATOR',
  summary: 'Count the visits of your page',
  description:
    'The visits of the HTML page of the caller, by UTC day. A visit is a request of the page with a user agent that is no known bot, and no ' +
    'prefetch. Requests of the API are no visits. A visit is counted within some seconds; one that cannot be counted is lost. Days are ' +
    `kept for ${visitDays} days.`,
  query: () => z.object({ days: days().describe('The number of days, with today.') }),
  success: 200,
  answer: () => dataOf(visits()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});
