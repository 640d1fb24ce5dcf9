import { type FactoriesPage, factoriesPage } from '../../../db/factories/factories.ts';
import type { FactoryView } from '../../../schema/factories/factory.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewFactory } from './view.ts';

/** The factories of the caller, newest first. */
export async function listFactories(ctx: Ctx, page: FactoriesPage): Promise<Page<FactoryView>> {
  const rows = await ctx.db.read(factoriesPage(ctx.actor.userId, page, ctx.settings, ctx.now()));
  return pageOf(
    rows.map(({ factory }) => viewFactory(factory)),
    page.limit,
    ({ id }) => id,
  );
}
