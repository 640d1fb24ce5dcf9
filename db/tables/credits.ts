import { check, date, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { creditEntryKinds, creditReasons } from '../../schema/factories/factory-terms.ts';
import { alwaysId, at, count, idOf, isOneOf } from './columns.ts';
import { factories } from './factories.ts';
import { users } from './identity.ts';

/**
 * The credits of a user, which pay for scans of all the user's factories. Only functions of the database write these tables. Every change of
 * credits locks this row, after the factories and before the ledger.
 */
export const creditAccounts = pgTable(
  'credit_accounts',
  {
    ownerId: idOf('owner_id')
      .primaryKey()
      .references(() => users.id),
    /** The sum of the entries. It includes what is reserved. */
    balance: count('balance').notNull(),
    /** For the scans that have begun. */
    reserved: count('reserved').notNull().default(0),
    /** The sum of the debits. */
    spent: count('spent').notNull().default(0),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    check('credit_accounts_reserved_check', sql`${t.reserved} >= 0`),
    check('credit_accounts_never_overdrawn', sql`${t.balance} >= ${t.reserved}`),
    check('credit_accounts_spent_check', sql`${t.spent} >= 0`),
  ],
);

/** Every change of a balance of credits. */
export const creditEntries = pgTable(
  'credit_entries',
  {
    id: alwaysId(),
    ownerId: idOf('owner_id')
      .notNull()
      .references(() => creditAccounts.ownerId),
    /** The factory whose scan was paid; null for credits. */
    factoryId: idOf('factory_id').references(() => factories.id),
    kind: text('kind', { enum: creditEntryKinds }).notNull(),
    reason: text('reason', { enum: creditReasons }).notNull(),
    /** Above zero, whatever the kind. */
    amount: count('amount').notNull(),
    balanceAfter: count('balance_after').notNull(),
    /** What the entry was made for. Each is booked once. */
    reference: text('reference').notNull(),
    /** The member of staff who granted the credits. */
    grantedBy: idOf('granted_by').references(() => users.id),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    isOneOf('credit_entries_kind_check', t.kind, creditEntryKinds),
    isOneOf('credit_entries_reason_check', t.reason, creditReasons),
    check('credit_entries_amount_check', sql`${t.amount} > 0`),
    check('credit_entries_balance_check', sql`${t.balanceAfter} >= 0`),
    check('credit_entries_direction', sql`(${t.kind} = 'DEBIT') = (${t.reason} = 'SCAN')`),
    check('credit_entries_factory', sql`(${t.reason} = 'SCAN') = (${t.factoryId} is not null)`),
    check('credit_entries_granted', sql`(${t.reason} = 'GRANT') = (${t.grantedBy} is not null)`),
    uniqueIndex('credit_entries_once').on(t.reason, sql`payment_reference(${t.reference})`),
    index('credit_entries_owner').on(t.ownerId, t.id),
    index('credit_entries_factory_entries').on(t.factoryId, t.id).where(sql`${t.factoryId} is not null`),
  ],
);

/** The debits of a factory in a UTC day. */
export const creditDays = pgTable(
  'credit_days',
  {
    ownerId: idOf('owner_id')
      .notNull()
      .references(() => creditAccounts.ownerId),
    day: date('day').notNull(),
    factoryId: idOf('factory_id')
      .notNull()
      .references(() => factories.id),
    debited: count('debited').notNull(),
  },
  (t) => [
    primaryKey({ name: 'credit_days_pkey', columns: [t.ownerId, t.day, t.factoryId] }),
    index('credit_days_factory').on(t.factoryId, t.day),
    check('credit_days_debited_check', sql`${t.debited} > 0`),
  ],
);
