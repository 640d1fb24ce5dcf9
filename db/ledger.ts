import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { TransactionType } from '../schema/enums.ts';
import { cursorGuard } from './client.ts';

export interface Movement {
  readonly ownerId: number;
  /** Above zero. */
  readonly amount: bigint;
  /** Of the payment outside: one movement of a kind for each, however it is typed. */
  readonly reference: string;
  readonly at: Date;
  /** Who of staff booked it. */
  readonly bookedBy: number;
}

const moved = (move: SQL, { ownerId, amount, reference, at, bookedBy }: Movement): SQL =>
  sql`select ${move}(${ownerId}, ${amount}, ${reference}, ${at}, ${bookedBy})`;

/** Money that came in is on the user's balance. */
export const depositFunds = (movement: Movement): SQL => moved(sql`ledger_deposit`, movement);

/** Money that went out has left the user's balance: INSUFFICIENT_FUNDS when it is not there. */
export const withdrawFunds = (movement: Movement): SQL => moved(sql`ledger_withdraw`, movement);

/** Sets aside what the assignments of a funded order cost: INSUFFICIENT_FUNDS when it is not there. */
export const reserveFunds = (orderId: number, at: Date): SQL => sql`select ledger_reserve(${orderId}, ${at})`;

export interface HoldSettlement {
  readonly assignmentId: number;
  readonly toCreator: bigint;
  readonly toPlatform: bigint;
  readonly at: Date;
  /** Who of staff decided; null for what the service itself moves. */
  readonly bookedBy: number | null;
}

/**
 * Empties the hold of an assignment that has ended: its parts to creator and platform, the rest to its owner. The database refuses
 * parts that the end does not owe. A hold that is empty is VERSION_CONFLICT.
 */
export const settleHold = (hold: HoldSettlement): SQL =>
  sql`select ledger_settle(${hold.assignmentId}, ${hold.toCreator}, ${hold.toPlatform}, ${hold.at}, ${hold.bookedBy}::bigint)`;

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

/** Is a payment booked already, however its reference was typed? A column of the facts. */
export const isBooked = (kind: TransactionType, reference: string): SQL =>
  sql`exists (select from ledger_transfers where kind = ${kind} and reference_type = 'payment' and payment_reference(reference_id) = payment_reference(${reference}))`;
