import type { FactoryAccountDetailView, FactoryAccountView } from '../../../schema/factories/factory-account.ts';
import type { FactoryFilters } from '../../../schema/factories/factory-filters.ts';
import type { FactorySummary } from '../../../schema/factories/factory-metrics.ts';
import type { FactoryPostView } from '../../../schema/factories/factory-post.ts';
import type { HideableField } from '../../../schema/factories/factory-terms.ts';
import type { Page } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { accountSortOf, postSortOf } from '../hiding/visible-sorts.ts';
import { ownerOf, readAccount, readAccounts, readPosts, readSummary } from './read-factory.ts';

interface OfFactory extends FactoryFilters {
  readonly id: number;
}
interface ListOf extends OfFactory {
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/** The sums of a factory of the caller. */
export const getFactorySummary = async (
  ctx: Ctx,
  { id, ...filters }: OfFactory,
): Promise<{ data: FactorySummary }> => ({
  data: await readSummary(ctx, ownerOf(ctx.actor.userId, id), filters),
});

/** The sums of any factory, as its owner sees them. */
export const getFactorySummaryForStaff = async (
  ctx: Ctx,
  { id, ...filters }: OfFactory,
): Promise<{ data: FactorySummary }> => ({ data: await readSummary(ctx, ownerOf(null, id), filters) });

/** The accounts of a factory of the caller. */
export const listFactoryAccounts = (
  ctx: Ctx,
  { id, accountSort, ...page }: ListOf,
): Promise<Page<FactoryAccountView>> =>
  readAccounts(ctx, ownerOf(ctx.actor.userId, id), {
    ...page,
    sort: accountSortOf(accountSort, nothing),
  });

/** An account of a factory of the caller, with its history. */
export const getFactoryAccount = async (
  ctx: Ctx,
  { id, ...account }: Pick<FactoryFilters, 'from' | 'to'> & { readonly id: number; readonly accountId: number },
): Promise<{ data: FactoryAccountDetailView }> => ({
  data: await readAccount(ctx, ownerOf(ctx.actor.userId, id), account),
});

/** The posts of a factory of the caller. */
export const listFactoryPosts = (ctx: Ctx, { id, postSort, ...page }: ListOf): Promise<Page<FactoryPostView>> =>
  readPosts(ctx, ownerOf(ctx.actor.userId, id), {
    ...page,
    sort: postSortOf(postSort, nothing),
  });

/** The owner of a factory sees all fields. */
const nothing = new Set<HideableField>();
