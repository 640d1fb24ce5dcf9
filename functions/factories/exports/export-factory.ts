import type { AccountFilters, PostFilters } from '../../../schema/factories/exports.ts';
import type { Ctx } from '../../context.ts';
import { accountSortOf, postSortOf } from '../hiding/visible-sorts.ts';
import { ownerOf } from '../reads/read-factory.ts';
import { exportAccounts, exportPosts } from './export-rows.ts';

type OfFactory = { readonly id: number };

/** The posts of a factory of the caller as CSV. */
export function exportFactoryPosts(ctx: Ctx, { id, postSort, ...filters }: PostFilters & OfFactory) {
  const reader = ownerOf(ctx.actor.userId, id);
  const sort = postSortOf(postSort, reader.hidden);
  return exportPosts(ctx, reader, { ...filters, sort }, { name: `factory-${id}-posts.csv` });
}

/** The accounts of a factory of the caller as CSV. */
export function exportFactoryAccounts(ctx: Ctx, { id, accountSort, ...filters }: AccountFilters & OfFactory) {
  const reader = ownerOf(ctx.actor.userId, id);
  const sort = accountSortOf(accountSort, reader.hidden);
  return exportAccounts(ctx, reader, { ...filters, sort }, { name: `factory-${id}-accounts.csv` });
}
