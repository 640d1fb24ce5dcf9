import * as z from 'zod';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, fileAnswer } from '../shared/page.ts';
import { factoryFilters } from './factory-filters.ts';
import { exportedLists, maxExportedRows } from './factory-terms.ts';
import { report, reportQuery } from './report-shape.ts';

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
    `Returns a CSV file (RFC 4180, UTF-8 with a byte order mark) of at most ${maxExportedRows} rows. Cells of unknown values are empty. ${hiding} If the posts are ` +
    'hidden, `of=posts` returns 400 VALIDATION_FAILED.',
  params,
  query: reportExportQuery,
  contentType: 'text/csv',
  answer: fileAnswer,
  errors: [],
  rate: 'export',
});
