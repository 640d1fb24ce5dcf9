import * as z from 'zod';
import { lazy } from '../shared/lazy.ts';
import { idPage, listOf } from '../shared/page.ts';
import { factoryFilters } from './factory-filters.ts';
import { reportAccount, reportPost, reportSummary } from './report-rows.ts';

/** The filters of a report, and the page of each of its lists. */
export const reportQuery = lazy(() => {
  const { limit, cursor } = idPage();
  return z.object({
    ...factoryFilters(),
    limit: limit.describe('Maximum number of accounts, and maximum number of posts.'),
    accountCursor: cursor.describe('accounts.nextCursor of the previous page; absent for the first page.'),
    postCursor: cursor.describe('posts.nextCursor of the previous page; absent for the first page.'),
  });
});
export type ReportQuery = z.output<ReturnType<typeof reportQuery>>;

export const report = lazy(() =>
  z
    .strictObject({
      factory: z
        .strictObject({ name: z.string().describe('Name of the factory.') })
        .describe('The content factory of the report.'),
      summary: reportSummary().describe('Sums over the posts that match the filters.'),
      accounts: listOf(reportAccount()).describe('A page of the accounts that match the filters.'),
      posts: listOf(reportPost()).optional().describe('Absent if the report hides posts.'),
    })
    .meta({ id: 'FactoryReport' }),
);
export type ReportView = z.output<ReturnType<typeof report>>;
