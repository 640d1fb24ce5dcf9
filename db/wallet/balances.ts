import { sql } from 'drizzle-orm/sql/sql';
import { type Query, type RowOf, select } from '../query.ts';
import { ledgerAccounts } from '../tables/ledger.ts';

const { ownerId: ownerColumn, kind, balance, updatedAt } = ledgerAccounts;

const fields = {
  balance: sql<bigint>`coalesce(sum(${balance}) filter (where ${kind} = 'AVAILABLE'), 0)::bigint`,
  reserved: sql<bigint>`coalesce(sum(${balance}) filter (where ${kind} = 'RESERVED'), 0)::bigint`,
  /** Null before the first payment. */
  updatedAt: sql<Date | null>`max(${updatedAt})`,
};

export type WalletRow = RowOf<typeof fields>;

/** The money of a user, in minor units. There is always one row. */
export const walletOf = (ownerId: number): Query<WalletRow> =>
  select(fields, sql`from ${ledgerAccounts} where ${ownerColumn} = ${ownerId}`);
