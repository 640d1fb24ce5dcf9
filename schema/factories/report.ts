import * as z from 'zod';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, fileAnswer, idPage, listOf } from '../shared/page.ts';
import { factoryFilters } from './factory-filters.ts';
import { exportedLists, maxExportedRows } from './factory-terms.ts';
import { reportAccount, reportPost, reportSummary } from './report-rows.ts';

const path = '/factory-reports/{secret}';

const read = {
  method: 'get',
  access: 'guest',
  tag: 'Factory reports',
  success: 200,
  idempotency: 'none',
  isUncached: true,
} as const;

// Any text: a malformed secret gets the answer of an unknown one, after the same work.
const params = lazy(() =>
  z.object({ secret: z.string().meta({ example: 'Zq3v7Yk1mT0bXe5RwUuN9aLc2hJdPfGi8sVoKxM4tEA' }) }),
);

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

const hiding =
  'Hidden fields are absent. A sort by a hidden field returns 400 VALIDATION_FAILED. If the views are hidden, accounts are sorted by ' +
  'handle by default. If the posts are hidden, `search` matches only handles, and ' +
  '`from` and `to` bound only the history. If lastScanned is hidden, `from` and `to` bound the history by whole UTC days.';

export const GetFactoryReport = declare({
  ...read,
  name: 'GetFactoryReport',
  path,
  summary: 'Get the report of a share link',
  description:
    `Returns the report as JSON. The page for people is /reports/{secret}. ${hiding} Unknown, expired and deleted links all return 404. The ` +
    'terms of some platforms let only the owner of an account see its metrics. In the report such metrics are null, with WITHHELD in reasons.',
  params,
  query: reportQuery,
  answer: () => dataOf(report()),
  errors: ['INVALID_CURSOR'],
  rate: 'guest',
});

const reportExportQuery = lazy(() =>
  z.object({ ...factoryFilters(), of: z.enum(exportedLists).describe('List to export.') }),
);
export type ReportExportQuery = z.output<ReturnType<typeof reportExportQuery>>;

export const ExportFactoryReport = declare({
  ...read,
  name: 'ExportFactoryReport',
  path: `${path}/export`,
  summary: 'Export the accounts or posts of a share link as CSV',
  description:
    `Returns a CSV file (RFC 4180, UTF-8) of at most ${maxExportedRows} rows. Cells of unknown values are empty. ${hiding} If the posts are ` +
    'hidden, `of=posts` returns 400 VALIDATION_FAILED.',
  params,
  query: reportExportQuery,
  contentType: 'text/csv',
  answer: fileAnswer,
  errors: [],
  rate: 'export',
});
