import type { FactoryAccountView } from '../../../schema/factories/factory-account.ts';
import type { FactorySummary } from '../../../schema/factories/factory-metrics.ts';
import type { FactoryPostView } from '../../../schema/factories/factory-post.ts';
import type { HideableField } from '../../../schema/factories/factory-terms.ts';
import type { ReportQuery, ReportView } from '../../../schema/factories/report-shape.ts';
import type { Page } from '../../../schema/shared/page.ts';
import type { GuestCtx } from '../../context.ts';
import { hider } from '../hiding/hide.ts';
import { accountSortOf, hiddenHere, postSortOf } from '../hiding/visible-sorts.ts';
import { type Reader, readAccounts, readPosts, readSummary } from '../reads/read-factory.ts';
import type { Report } from './find-report.ts';

/** Returns a report: the sums, a page of accounts and a page of posts. Refuses a sort by a hidden field. */
export async function readReport(
  ctx: GuestCtx,
  { factoryId, name, hidden }: Report,
  { limit, accountSort, postSort, accountCursor, postCursor, ...filters }: ReportQuery,
  by: { readonly as: Exclude<Reader['as'], 'OWNER'>; readonly visitor: string },
): Promise<ReportView> {
  const reader = { factoryId, ownerId: null, hidden, ...by };
  const hasPosts = !hidden.has('posts');
  if (!hasPosts && postCursor !== undefined) throw hiddenHere('postCursor');
  const sorts = { account: accountSortOf(accountSort, hidden), post: postSortOf(postSort, hidden) };
  const [summary, accounts, posts] = await Promise.all([
    readSummary(ctx, reader, filters),
    readAccounts(ctx, reader, { ...filters, limit, sort: sorts.account, cursor: accountCursor }),
    hasPosts ? readPosts(ctx, reader, { ...filters, limit, sort: sorts.post, cursor: postCursor }) : null,
  ]);
  return { factory: { name }, ...withoutHidden(hidden, { summary, accounts, posts }) };
}

interface Parts {
  readonly summary: FactorySummary;
  readonly accounts: Page<FactoryAccountView>;
  readonly posts: Page<FactoryPostView> | null;
}

/** The parts of a report without what it hides. */
export function withoutHidden(
  hidden: ReadonlySet<HideableField>,
  { summary, accounts, posts }: Parts,
): Omit<ReportView, 'factory'> {
  const shown = hider(hidden);
  return {
    summary: shown.summary(summary),
    accounts: { data: accounts.data.map(shown.account), nextCursor: accounts.nextCursor },
    ...(posts !== null && { posts: { data: posts.data.map(shown.post), nextCursor: posts.nextCursor } }),
  };
}
