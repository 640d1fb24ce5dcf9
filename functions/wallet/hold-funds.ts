import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import type { AssignmentRecord } from '../../db/placements/assignments.ts';
import { reserveFunds } from '../../db/wallet/ledger.ts';
import type { Minor } from '../../schema/shared/money.ts';

/** Reserves the advertiser's funds: a hold of base and brand fee for each assignment of the order. */
export const holdFunds = (orderId: number, at: Date): SQLWrapper => reserveFunds({ orderId, at });

export const heldFor = ({ base, brandFee }: Pick<AssignmentRecord, 'base' | 'brandFee'>): Minor =>
  BigInt(base) + BigInt(brandFee);
