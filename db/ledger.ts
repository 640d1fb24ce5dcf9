import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { TransactionType } from '../schema/enums.ts';
import { cursorGuard, jsonb } from './client.ts';

export interface Leg {
  /** null for the platform's accounts. */
  readonly owner: number | null;
  readonly account: 'AVAILABLE' | 'RESERVED' | 'REVENUE' | 'EXTERNAL';
  readonly amount: bigint;
}

export interface Transfer {
  readonly kind: TransactionType;
  /** What it is for: there is one transfer for each kind and reference. */
  readonly reference: { readonly type: string; readonly id: string };
  readonly at: Date;
  /** They sum to zero. */
  readonly legs: readonly Leg[];
  /** Who of staff booked it; null for what the service itself moves. */
  readonly bookedBy: number | null;
}

export const postTransfer = ({ kind, reference, at, legs, bookedBy }: Transfer): SQL =>
  sql`select ledger_post(${kind}, ${reference.type}, ${reference.id}, ${at}, ${jsonb(legs.map(legJson))}, ${bookedBy}::bigint)`;

const legJson = ({ amount, ...leg }: Leg) => ({ ...leg, amount: amount.toString() });

/** Sets the funds of an order aside: INSUFFICIENT_FUNDS when they are not there. */
export const reserveFunds = (
  ownerId: number,
  orderId: number,
  at: Date,
  holds: readonly { assignment: number; amount: bigint }[],
): SQL =>
  sql`select ledger_reserve(${ownerId}, ${orderId}, ${at}, ${jsonb(holds.map(({ assignment, amount }) => ({ assignment, amount: amount.toString() })))})`;

export interface HoldSettlement {
  readonly assignmentId: number;
  readonly creatorId: number;
  readonly toCreator: bigint;
  readonly toPlatform: bigint;
  readonly at: Date;
  readonly bookedBy: number | null;
}

/** Empties a hold: its parts to creator and platform, the rest to its owner. A hold that is empty is VERSION_CONFLICT. */
export const settleHold = (hold: HoldSettlement): SQL =>
  sql`select ledger_settle(${hold.assignmentId}, ${hold.creatorId}, ${hold.toCreator}, ${hold.toPlatform}, ${hold.at}, ${hold.bookedBy}::bigint)`;

export interface WalletRow {
  readonly balance: bigint;
  readonly reserved: bigint;
  readonly updatedAt: Date | null;
}

export const walletOf = (ownerId: number): SQL => sql`
  select coalesce(sum(balance) filter (where kind = 'AVAILABLE'), 0)::bigint as balance,
    coalesce(sum(balance) filter (where kind = 'RESERVED'), 0)::bigint as reserved, max(updated_at) as "updatedAt"
  from ledger_accounts where owner_id = ${ownerId}`;

export interface TransactionRow {
  readonly id: bigint;
  readonly type: TransactionType;
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  readonly referenceType: string;
  readonly referenceId: string;
  readonly createdAt: Date;
}

const availableOf = (ownerId: number) =>
  sql`(select id from ledger_accounts where owner_id = ${ownerId} and kind = 'AVAILABLE')`;

/**
 * Changes of the balance, newest first; a cursor that was never one of them is INVALID_CURSOR. They are compared as pairs for the
 * reason that assignments are.
 */
export const transactionsPage = (
  ownerId: number,
  { limit, cursor }: { limit: number; cursor?: number | undefined },
): SQL => sql`
  select t.id, t.kind as type, e.amount, e.balance_after as "balanceAfter", t.reference_type as "referenceType",
    t.reference_id as "referenceId", t.created_at as "createdAt"
  from (
    select transfer_id, amount, balance_after from ledger_entries
    where account_id >= ${availableOf(ownerId)} and (account_id, transfer_id) < (${availableOf(ownerId)}, ${cursor ?? '9223372036854775807'})
      ${cursor === undefined ? sql`` : sql`and ${cursorGuard(sql`ledger_entries where account_id = ${availableOf(ownerId)} and transfer_id = ${cursor}`)}`}
    order by account_id desc, transfer_id desc limit ${limit + 1}) e
  join ledger_transfers t on t.id = e.transfer_id
  order by e.transfer_id desc`;

export const transferExists = (kind: TransactionType, reference: { type: string; id: string }): SQL =>
  sql`exists (select from ledger_transfers where kind = ${kind} and reference_type = ${reference.type} and reference_id = ${reference.id})`;
