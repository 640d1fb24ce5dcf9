import { type TransactionsPage, transactionsPage } from '../../db/wallet/transactions.ts';
import { type Page, pageOf } from '../../schema/shared/page.ts';
import type { TransactionView } from '../../schema/wallet/wallet.ts';
import type { Ctx } from '../context.ts';
import { viewTransaction } from './view.ts';

/** Every change of the caller's balance, newest first. */
export async function listTransactions(ctx: Ctx, page: TransactionsPage): Promise<Page<TransactionView>> {
  const rows = await ctx.db.read(transactionsPage(ctx.actor.userId, page));
  return pageOf(rows.map(viewTransaction), page.limit, ({ id }) => id);
}
