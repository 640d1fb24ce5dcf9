import { isFactory } from '../../../db/factories/factories.ts';
import { facts } from '../../../db/query.ts';
import type { AccountFilters, PostFilters } from '../../../schema/factories/exports.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { accountSortOf, postSortOf } from '../hiding/visible-sorts.ts';
import type { Reader } from '../reads/index.ts';
import { exportAccounts, exportPosts } from './export-rows.ts';

type OfFactory = { readonly id: number };

/** The posts of a factory of the caller as CSV. */
export async function exportFactoryPosts(ctx: Ctx, { id, postSort, ...filters }: PostFilters & OfFactory) {
  const reader = await readerOf(ctx, id);
  const sort = postSortOf(postSort, reader.hidden);
  return exportPosts(ctx, reader, { ...filters, sort }, `factory-${id}-posts.csv`);
}

/** The accounts of a factory of the caller as CSV. */
export async function exportFactoryAccounts(ctx: Ctx, { id, accountSort, ...filters }: AccountFilters & OfFactory) {
  const reader = await readerOf(ctx, id);
  const sort = accountSortOf(accountSort, reader.hidden);
  return exportAccounts(ctx, reader, { ...filters, sort }, `factory-${id}-accounts.csv`);
}

/** The owner sees everything, whatever the reports hide. */
async function readerOf(ctx: Ctx, factoryId: number): Promise<Reader> {
  const { isOwn } = await facts(ctx.db, { isOwn: isFactory(ctx.actor.userId, factoryId) });
  if (!isOwn) throw notFound();
  return { factoryId, as: 'OWNER', hidden: new Set() };
}
