import { sql } from 'drizzle-orm/sql/sql';
import { cursorGuard, largestId } from '../client.ts';
import { type Query, type RowOf, select } from '../query.ts';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from '../tables/ledger.ts';

const { accountId, transferId, amount, balanceAfter } = ledgerEntries;

const fields = {
  id: ledgerTransfers.id,
  type: ledgerTransfers.kind,
  amount,
  /** The entries of the platform alone have no balance. */
  balanceAfter: sql<bigint>`${balanceAfter}`,
  referenceType: ledgerTransfers.referenceType,
  referenceId: ledgerTransfers.referenceId,
  createdAt: ledgerTransfers.createdAt,
};

/** A change of a balance. Amounts are minor units. */
export type TransactionRow = RowOf<typeof fields>;

export interface TransactionsPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

/** The time of the first change of the balance of a user; null before it. There is always one row. */
export const firstTransactionOf = (ownerId: number): Query<{ firstTransactionAt: Date | null }> =>
  select(
    {
      firstTransactionAt: sql<Date | null>`(select ${ledgerTransfers.createdAt} from ${ledgerTransfers}
        where ${ledgerTransfers.id} = (select ${transferId} from ${ledgerEntries}
          where ${accountId} = ${availableOf(ownerId)} order by ${transferId} limit 1))`,
    },
    sql``,
  );

const availableOf = (ownerId: number) => sql`(select ${ledgerAccounts.id} from ${ledgerAccounts}
  where ${ledgerAccounts.ownerId} = ${ownerId} and ${ledgerAccounts.kind} = 'AVAILABLE')`;

/**
 * The changes of the balance of a user, newest first. A cursor that was never one of them is INVALID_CURSOR. The pair is compared as a
 * whole, as in the lists of assignments.
 */
export function transactionsPage(
  ownerId: number,
  { limit, cursor, from, to }: TransactionsPage,
): Query<TransactionRow> {
  const available = availableOf(ownerId);
  const own = sql`${ledgerEntries} where ${accountId} = ${available} and ${transferId} = ${cursor ?? null}`;
  const created = sql`(select ${ledgerTransfers.createdAt} from ${ledgerTransfers} where ${ledgerTransfers.id} = ${transferId})`;
  return select(
    fields,
    sql`from (
        select ${transferId}, ${amount}, ${balanceAfter} from ${ledgerEntries}
        where ${accountId} >= ${available} and (${accountId}, ${transferId}) < (${available}, ${cursor ?? largestId})
          ${cursor === undefined ? sql`` : sql`and ${cursorGuard(own)}`}
          ${from === undefined ? sql`` : sql`and ${created} >= ${from}`} ${to === undefined ? sql`` : sql`and ${created} < ${to}`}
        order by ${accountId} desc, ${transferId} desc limit ${limit + 1}) ${ledgerEntries}
      join ${ledgerTransfers} on ${ledgerTransfers.id} = ${transferId}
      order by ${transferId} desc`,
  );
}
