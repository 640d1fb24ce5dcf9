import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import type { TransactionType } from '../../schema/shared/enums.ts';
import type { ParametersOf } from '../statements.ts';
import { storedChange } from '../stored.ts';
import { ledgerTransfers } from '../tables/ledger.ts';

/** A deposit or a withdrawal. */
export interface Payment {
  readonly ownerId: number;
  /** Minor units, above zero. */
  readonly amount: bigint;
  /** The reference of the external payment. A second deposit, or a second withdrawal, with the same reference is refused, however staff typed it. */
  readonly reference: string;
  readonly at: Date;
  /** The member of staff who books the payment. */
  readonly bookedBy: number;
}

type Booked = ParametersOf<Payment>;
const paymentNames = ['ownerId', 'amount', 'reference', 'at', 'bookedBy'] as const;
const argumentsOf = ({ ownerId, amount, reference, at, bookedBy }: Booked): SQL =>
  sql`(${ownerId}, ${amount}, ${reference}, ${at}, ${bookedBy})`;

/** Credits the balance of a user with money from outside. */
export const depositFunds = storedChange<Payment>(
  'deposit_funds',
  paymentNames,
  (payment) => sql`select ledger_deposit${argumentsOf(payment)}`,
);

/** Debits the balance of a user with money to outside. A lower balance is refused with INSUFFICIENT_FUNDS. */
export const withdrawFunds = storedChange<Payment>(
  'withdraw_funds',
  paymentNames,
  (payment) => sql`select ledger_withdraw${argumentsOf(payment)}`,
);

/** Reserves the cost of the assignments of a funded order. A lower balance is refused with INSUFFICIENT_FUNDS. */
export const reserveFunds = storedChange<{ readonly orderId: number; readonly at: Date }>(
  'reserve_funds',
  ['orderId', 'at'],
  ({ orderId, at }) => sql`select ledger_reserve(${orderId}, ${at})`,
);

/**
 * Reserves the part of a campaign's budget that is not reserved yet. The commit has counted this reserve before. A lower balance is refused with
 * INSUFFICIENT_FUNDS.
 */
export const reserveBudget = (campaignId: number, at: Date): SQL =>
  sql`select ledger_campaign_reserve(${campaignId}, ${at})`;

export interface HoldSettlement {
  readonly assignmentId: number;
  readonly toCreator: bigint;
  readonly toPlatform: bigint;
  /** The member of staff who decided; null when the service settles by itself. */
  readonly bookedBy: number | null;
}

/**
 * Empties the holds of ended assignments: pays the creators and the platform, and refunds the rest to the advertisers. The database
 * refuses amounts that are not due. An empty hold is refused with VERSION_CONFLICT.
 */
export const settleHolds = (holds: readonly HoldSettlement[], at: Date): SQLWrapper => {
  const settlements = holds.map(({ toCreator, toPlatform, ...hold }) => ({
    ...hold,
    toCreator: String(toCreator),
    toPlatform: String(toPlatform),
  }));
  return settleStored({ settlements: JSON.stringify(settlements), at });
};

const settleStored = storedChange<{ readonly settlements: string; readonly at: Date }>(
  'settle_holds',
  ['settlements', 'at'],
  ({ settlements, at }) => sql`select ledger_settle(${settlements}, ${at})`,
);

const { kind: kindColumn, referenceType, referenceId } = ledgerTransfers;

/** Whether a payment with this reference was booked before, however staff typed it: a field of the facts. */
export const isBooked = (kind: TransactionType, reference: string): SQL<boolean> =>
  sql`exists (select from ${ledgerTransfers} where ${kindColumn} = ${kind} and ${referenceType} = 'payment'
    and payment_reference(${referenceId}) = payment_reference(${reference}))`;
