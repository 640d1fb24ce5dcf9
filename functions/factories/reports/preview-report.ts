import { factoryOf } from '../../../db/factories/factories.ts';
import { facts } from '../../../db/query.ts';
import { type HideableField, hideableFields } from '../../../schema/factories/factory-terms.ts';
import type { ReportQuery, ReportView } from '../../../schema/factories/report-shape.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { accountSortOf, hiddenHere, postSortOf } from '../hiding/visible-sorts.ts';
import { readWhole } from '../reads/read-factory.ts';
import { withoutHidden } from './read-report.ts';

interface Preview extends ReportQuery {
  readonly id: number;
  readonly hiddenFields?: readonly HideableField[] | undefined;
}

/** The report of a factory of the caller as the readers of a link with these hidden fields see it on its page. */
export async function previewReport(
  ctx: Ctx,
  { id, hiddenFields = [], limit, accountSort, postSort, accountCursor, postCursor, ...filters }: Preview,
): Promise<{ data: ReportView & { readonly hiddenFields: HideableField[] } }> {
  const { factory } = await facts(ctx.db, { factory: factoryOf(ctx.actor.userId, id, ctx.settings, ctx.now()) });
  if (factory === null) throw notFound();
  const names = hideableFields.filter((field) => hiddenFields.includes(field) || factory.hiddenFields.includes(field));
  const hidden = new Set(names);
  const hasPosts = !hidden.has('posts');
  if (!hasPosts && postCursor !== undefined) throw hiddenHere('postCursor');
  const sorts = { account: accountSortOf(accountSort, hidden), post: postSortOf(postSort, hidden) };
  const parts = await readWhole(
    ctx,
    { factoryId: id, ownerId: null, as: 'REPORT_PAGE', hidden },
    {
      ...{ ...filters, limit },
      accounts: { sort: sorts.account, cursor: accountCursor },
      posts: hasPosts ? { sort: sorts.post, cursor: postCursor } : null,
    },
  );
  return { data: { factory: { name: factory.name }, ...withoutHidden(hidden, parts), hiddenFields: names } };
}
