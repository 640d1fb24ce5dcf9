import { type TransactionRow, type TransactionsPage, transactionsPage } from '../../db/wallet/transactions.ts';
import { usdt } from '../../schema/shared/money.ts';
import { type Page, pageOf } from '../../schema/shared/page.ts';
import type { TransactionView } from '../../schema/wallet/wallet.ts';
import type { Ctx } from '../context.ts';

/** Every change of the caller's balance, newest first. */
export async function listTransactions(ctx: Ctx, page: TransactionsPage): Promise<Page<TransactionView>> {
  const rows = await ctx.db.read(transactionsPage(ctx.actor.userId, page));
  return pageOf(rows.map(viewTransaction), page.limit, ({ id }) => id);
}

const viewTransaction = (row: TransactionRow): TransactionView => ({
  id: row.id,
  type: row.type,
  amount: usdt(row.amount),
  balanceAfter: usdt(row.balanceAfter),
  reference: referenceOf(row),
  createdAt: row.createdAt.toISOString(),
});

function referenceOf({ referenceType: type, referenceId }: TransactionRow): TransactionView['reference'] {
  if (type === 'order' || type === 'assignment') return { type, id: Number(referenceId) };
  if (type === 'payment') return { type, id: referenceId };
  throw new Error(`unknown reference type: ${type}`);
}
