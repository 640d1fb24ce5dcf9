import type { ReportExportQuery } from '../../../schema/factories/report.ts';
import type { GuestCtx } from '../../context.ts';
import { exportAccounts, exportPosts } from '../exports/export-rows.ts';
import { accountSortOf, hiddenHere, postSortOf } from '../hiding/visible-sorts.ts';
import type { Report } from './find-report.ts';

/** The accounts or the posts of a report as CSV, without the hidden fields. `again` finds the report again: the file ends with its link. */
export async function exportReport(
  ctx: GuestCtx,
  { factoryId, hidden }: Report,
  { of, accountSort, postSort, ...filters }: ReportExportQuery,
  again: () => Promise<Report | null>,
): Promise<Response> {
  const reader = { factoryId, ownerId: null, as: 'REPORT_API', hidden } as const;
  const [accounts, posts] = [accountSortOf(accountSort, hidden), postSortOf(postSort, hidden)];
  const isOpen = async () => {
    const now = await again();
    return now !== null && now.hidden.size === hidden.size && [...now.hidden].every((field) => hidden.has(field));
  };
  if (of === 'accounts')
    return exportAccounts(ctx, reader, { ...filters, sort: accounts }, { name: 'accounts.csv', isOpen });
  if (hidden.has('posts')) throw hiddenHere('of');
  return exportPosts(ctx, reader, { ...filters, sort: posts }, { name: 'posts.csv', isOpen });
}
