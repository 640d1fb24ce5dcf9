import { factoryOf } from '../../../db/factories/factories.ts';
import { facts } from '../../../db/query.ts';
import type { FactoryView } from '../../../schema/factories/factory.ts';
import type { FactoryAccountView } from '../../../schema/factories/factory-account.ts';
import type { FactorySummary } from '../../../schema/factories/factory-metrics.ts';
import type { FactoryPostView } from '../../../schema/factories/factory-post.ts';
import type { HideableField } from '../../../schema/factories/factory-terms.ts';
import type { ReportQuery } from '../../../schema/factories/report-shape.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Page } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewFactory } from '../factories/view.ts';
import { accountSortOf, postSortOf } from '../hiding/visible-sorts.ts';
import { ownerOf, readWhole } from './read-factory.ts';

interface Dashboard {
  readonly factory: FactoryView;
  readonly summary: FactorySummary;
  readonly accounts: Page<FactoryAccountView>;
  readonly posts: Page<FactoryPostView>;
}

/** A factory of the caller with its sums, a page of its accounts and a page of its posts. */
export async function getFactoryDashboard(
  ctx: Ctx,
  { id, limit, accountSort, postSort, accountCursor, postCursor, ...filters }: ReportQuery & { readonly id: number },
): Promise<{ data: Dashboard }> {
  const [{ factory }, { summary, accounts, posts }] = await Promise.all([
    facts(ctx.db, { factory: factoryOf(ctx.actor.userId, id, ctx.settings, ctx.now()) }),
    readWhole(ctx, ownerOf(ctx.actor.userId, id), {
      ...{ ...filters, limit },
      accounts: { sort: accountSortOf(accountSort, nothing), cursor: accountCursor },
      posts: { sort: postSortOf(postSort, nothing), cursor: postCursor },
    }),
  ]);
  if (factory === null || posts === null) throw notFound();
  return { data: { factory: viewFactory(factory), summary, accounts, posts } };
}

/** The owner of a factory sees all fields. */
const nothing = new Set<HideableField>();
