import type { SQL } from 'drizzle-orm/sql/sql';
import { reserveFunds } from '../../db/ledger.ts';
import type { AssignmentRecord } from '../../schema/assignment-records.ts';
import type { Minor } from '../../schema/money.ts';

/** The advertiser's funds are set aside, one hold of base and brand fee for each assignment. */
export function holdFunds(
  advertiserId: number,
  orderId: number,
  assignments: readonly AssignmentRecord[],
  at: Date,
): SQL {
  const holds = assignments.map((assignment) => ({ assignment: assignment.id, amount: heldFor(assignment) }));
  return reserveFunds(advertiserId, orderId, at, holds);
}

export const heldFor = ({ base, brandFee }: Pick<AssignmentRecord, 'base' | 'brandFee'>): Minor =>
  BigInt(base) + BigInt(brandFee);
