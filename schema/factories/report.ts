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
    limit: limit.describe('Maximum number of accounts, and of posts.'),
    accountCursor: cursor.describe('accounts.nextCursor of the previous page; absent for the first page.'),
    postCursor: cursor.describe('posts.nextCursor of the previous page; absent for the first page.'),
  });
});
export type ReportQuery = z.output<ReturnType<typeof reportQuery>>;

const report = lazy(() =>
  z
    .strictObject({
      factory: z
        .strictObject({ name: z.string().describe('Name of the factory.') })
        .describe('What the report is about.'),
      summary: reportSummary().describe('The sums over the posts that match the filters.'),
      accounts: listOf(reportAccount()).describe('A page of the accounts that match the filters.'),
      posts: listOf(reportPost()).optional().describe('Absent if the report hides posts.'),
    })
    .meta({ id: 'FactoryReport' }),
);
export type ReportView = z.output<ReturnType<typeof report>>;

const hiding =
  'What the report hides is absent. A sort by what it hides returns 400 VALIDATION_FAILED, and accounts are then sorted by handle.';

export const GetFactoryReport = declare({
  ...read,
  name: 'GetFactoryReport',
  path,
  summary: 'Get the report of a share link',
  description:
    `The JSON of /reports/{secret}. ${hiding} Unknown, expired and deleted links all return 404. The terms of some platforms withhold ` +
    'metrics from others than the owner of an account: they are null, with WITHHELD in reasons.',
  params,
  query: reportQuery,
  answer: () => dataOf(report()),
  errors: ['INVALID_CURSOR'],
  rate: 'guest',
});

const reportExportQuery = lazy(() =>
  z.object({ ...factoryFilters(), of: z.enum(exportedLists).describe('The list that is exported.') }),
);
export type ReportExportQuery = z.output<ReturnType<typeof reportExportQuery>>;

export const ExportFactoryReport = declare({
  ...read,
  name: 'ExportFactoryReport',
  path: `${path}/export`,
  summary: 'Export the accounts or posts of a share link as CSV',
  description: `RFC 4180 in UTF-8, at most ${maxExportedRows} rows. Unknown values are empty. ${hiding} So are its columns.`,
  params,
  query: reportExportQuery,
  contentType: 'text/csv',
  answer: fileAnswer,
  errors: [],
  rate: 'export',
});
