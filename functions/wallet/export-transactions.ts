import { transactionsPage } from '../../db/wallet/transactions.ts';
import { decimalOf } from '../../schema/shared/money.ts';
import { pageOf } from '../../schema/shared/page.ts';
import { maxStatementRows, type TransactionView } from '../../schema/wallet/wallet.ts';
import type { Ctx } from '../context.ts';
import { csvFile } from '../platform/csv-file.ts';
import { viewTransaction } from './view.ts';

/** Rows of one read. */
const batch = 1_000;

/** The changes of the caller's balance in a month of UTC as a CSV file, newest first. */
export function exportTransactions(ctx: Ctx, { month }: { readonly month: string }): Promise<Response> {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
  return csvFile({
    name: `castline-${month}.csv`,
    head: [
      ...['id', 'createdAt', 'type', 'received', 'paid', 'balanceAfter', 'currency', 'referenceType', 'referenceId'],
      ...['title', 'counterpartName'],
    ],
    maxRows: maxStatementRows,
    batch,
    async read(cursor) {
      const rows = await ctx.db.read(transactionsPage(ctx.actor.userId, { limit: batch, cursor, from, to }));
      const { data, nextCursor } = pageOf(rows.map(viewTransaction), batch, ({ id }) => id);
      return { rows: data.map(cellsOf), nextCursor };
    },
    onFailure: (error) => ctx.defer(Promise.reject(error)),
  });
}

const cellsOf = ({ id, createdAt, type, amount, balanceAfter, reference, title, counterpartName }: TransactionView) => [
  ...[id, createdAt, type, ...changeOf(amount), decimalOf(balanceAfter), amount.currency, reference.type, reference.id],
  ...[title, counterpartName],
];

/** Two cells without signs: a spreadsheet reads a text with a minus as a formula. */
const changeOf = (amount: TransactionView['amount']): readonly (string | null)[] =>
  amount.raw.startsWith('-') ? [null, decimalOf({ ...amount, raw: amount.raw.slice(1) })] : [decimalOf(amount), null];
