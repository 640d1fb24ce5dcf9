import type { Sort } from '../../../../schema/factories/factory-filters.ts';
import type { ExportedList } from '../../../../schema/factories/factory-terms.ts';
import type { GuestCtx } from '../../../context.ts';
import { accountSortOf, postSortOf } from '../../../factories/hiding/index.ts';
import { isFirstPage, type Report, readReport } from '../../../factories/reports/index.ts';
import { randomText } from '../../../platform/random-text.ts';
import { type Form, readForm, type Values } from '../../ui/report/report-form.ts';
import { renderReport } from './report-page.tsx';

interface Page {
  readonly html: string;
  readonly status: 200 | 400;
  /** Whether the page is the first one of the report, without mistakes. */
  readonly isOpened: boolean;
}

/** The page of a report. A filter with a mistake is named, and the page shows the report without it. */
export async function showReport(ctx: GuestCtx, report: Report, url: URL): Promise<Page> {
  const form = readForm(url.searchParams);
  const { values, errors, query } = form;
  const reader = readerOf(url);
  const shown = await readReport(ctx, report, query, { as: 'REPORT_PAGE', visitor: `page ${reader}` });
  const html = renderReport({
    report: shown,
    values: { ...values, reader },
    errors,
    sorts: sortsOf(report, form),
    files: filesOf(url, values),
  });
  const isValid = Object.keys(errors).length === 0;
  return { html, status: isValid ? 200 : 400, isOpened: isValid && isFirstPage(query) };
}

/**
 * The reader of the next page. The links of the page carry it, so that a reader keeps the order of the first page when the address changes, and two readers
 * behind one address have an order each.
 */
function readerOf({ searchParams }: URL): string {
  const given = searchParams.get('reader');
  if (given !== null && /^[\w-]{22}$/.test(given)) return given;
  return randomText(16);
}

/** The orders of the lists, such as -views. */
const sortsOf = ({ hidden }: Report, { query: { accountSort, postSort } }: Form) => ({
  account: textOf(accountSortOf(accountSort, hidden)),
  post: textOf(postSortOf(postSort, hidden)),
});

const textOf = ({ by, isDescending }: Sort<string>): string => (isDescending ? `-${by}` : by);

/** The addresses of the files, with the filters of the page. */
function filesOf({ pathname }: URL, { accountCursor: _, postCursor: __, ...values }: Values) {
  const addressOf = (of: ExportedList) =>
    `/api/v1/factory-reports/${pathname.split('/').at(-1)}/export?${new URLSearchParams({ of, ...values })}`;
  return { accounts: addressOf('accounts'), posts: addressOf('posts') };
}
