import {
  type AnyPgColumn,
  check,
  index,
  pgTable,
  pgView,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { transactionTypes } from '../../schema/shared/enums.ts';
import { placementAssignments } from './assignments.ts';
import { campaigns } from './campaigns.ts';
import { alwaysId, amount, at, idOf, isOneOf } from './columns.ts';
import { users } from './identity.ts';

/** Double entry: the entries of a transfer sum to zero, and no balance of a user is below zero. Amounts are minor units of USDT (10^-6). */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: alwaysId(),
    ownerId: idOf('owner_id').references(() => users.id),
    kind: text('kind').notNull(),
    /** Null for the accounts of the platform: one row would be locked by every payment. */
    balance: amount('balance'),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** When its owner was deleted. A closed account takes no money. */
    closedAt: at('closed_at'),
  },
  (t) => [
    check('ledger_accounts_closed', sql`${t.closedAt} is null or ${t.balance} = 0`),
    check('ledger_accounts_never_negative', sql`${t.balance} >= 0`),
    check(
      'ledger_accounts_shape',
      sql`(${t.ownerId} is not null and (${t.kind} in ('AVAILABLE', 'RESERVED')) and ${t.balance} is not null) or (${t.ownerId} is null and (${t.kind} in ('REVENUE', 'EXTERNAL')) and ${t.balance} is null)`,
    ),
    unique('ledger_accounts_one_of_a_kind').on(t.ownerId, t.kind).nullsNotDistinct(),
  ],
);

export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: alwaysId(),
    kind: text('kind', { enum: transactionTypes }).notNull(),
    referenceType: text('reference_type').notNull(),
    referenceId: text('reference_id').notNull(),
    /** The member of staff who booked the transfer; null when the service made it. */
    bookedBy: idOf('booked_by').references(() => users.id),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    isOneOf('ledger_transfers_kind_check', t.kind, transactionTypes),
    uniqueIndex('ledger_transfers_once').on(t.kind, t.referenceType, sql`payment_reference(${t.referenceId})`),
  ],
);

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    accountId: idOf('account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    transferId: idOf('transfer_id')
      .notNull()
      .references(() => ledgerTransfers.id),
    amount: amount('amount').notNull(),
    balanceAfter: amount('balance_after'),
  },
  (t) => [
    primaryKey({ name: 'ledger_entries_pkey', columns: [t.accountId, t.transferId] }),
    check('ledger_entries_amount_check', sql`${t.amount} <> 0`),
    check('ledger_entries_balance_after_check', sql`${t.balanceAfter} >= 0`),
    index('ledger_entries_transfer').on(t.transferId),
  ],
);

/** Money that is held for its owner. */
const held = () => ({
  ownerId: idOf('owner_id')
    .notNull()
    .references(() => users.id),
  amount: amount('amount').notNull(),
  released: amount('released').notNull().default(sql`0`),
  refunded: amount('refunded').notNull().default(sql`0`),
  createdAt: at('created_at').notNull(),
});

const checksOfHold = (table: string, t: Readonly<Record<'amount' | 'released' | 'refunded', AnyPgColumn>>) => [
  check(`${table}_amount_check`, sql`${t.amount} > 0`),
  check(`${table}_never_overdrawn`, sql`(${t.released} + ${t.refunded}) <= ${t.amount}`),
  check(`${table}_refunded_check`, sql`${t.refunded} >= 0`),
  check(`${table}_released_check`, sql`${t.released} >= 0`),
];

/** Reserved money. Each part is released or refunded once, and never more than was reserved. */
export const ledgerHolds = pgTable(
  'ledger_holds',
  {
    assignmentId: idOf('assignment_id')
      .primaryKey()
      .references(() => placementAssignments.id),
    ...held(),
  },
  (t) => [
    ...checksOfHold('ledger_holds', t),
    index('ledger_holds_open').on(t.assignmentId).where(sql`(${t.released} + ${t.refunded}) < ${t.amount}`),
  ],
);

/** The reserved budget of a campaign. Each part is released to a creator or refunded once, and never more than was reserved. */
export const campaignHolds = pgTable(
  'campaign_holds',
  {
    campaignId: idOf('campaign_id')
      .primaryKey()
      .references(() => campaigns.id),
    ...held(),
  },
  (t) => [...checksOfHold('campaign_holds', t), index('campaign_holds_owner').on(t.ownerId)],
);

/** The state of the money of an assignment: held, released to the creator and the platform, or refunded. */
export const assignmentMoney = pgView('assignment_money', {
  assignmentId: idOf('assignment_id'),
  ownerId: idOf('owner_id'),
  held: amount('held'),
  released: amount('released'),
  refunded: amount('refunded'),
}).existing();
