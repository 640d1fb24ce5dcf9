import {
  type CreditEntryRecord,
  type EntriesPage,
  entriesPage,
  factoryEntriesPage,
} from '../../../db/factories/credits.ts';
import { maybe, one } from '../../../db/query.ts';
import type { CreditEntryView } from '../../../schema/factories/credits.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewEntry } from './view.ts';

/** Every change of the caller's credits, newest first. */
export async function listCreditHistory(ctx: Ctx, page: EntriesPage): Promise<Page<CreditEntryView>> {
  const { entries } = await one(ctx.db, entriesPage(ctx.actor.userId, page));
  return pageOfEntries(entries, page);
}

/** The debits of a factory of the caller, newest first. */
export async function listFactoryCreditHistory(
  ctx: Ctx,
  { id, ...page }: EntriesPage & { readonly id: number },
): Promise<Page<CreditEntryView>> {
  const found = await maybe(ctx.db, factoryEntriesPage(ctx.actor.userId, id, page));
  if (found === null) throw notFound();
  return pageOfEntries(found.entries, page);
}

const pageOfEntries = (entries: readonly CreditEntryRecord[], { limit }: EntriesPage) =>
  pageOf(entries.map(viewEntry), limit, ({ id }) => id);
