import type { AssignmentRecord } from '../../db/placements/assignments.ts';
import { basisPoints, type Minor } from '../../schema/shared/money.ts';

type Amounts = Pick<AssignmentRecord, 'base' | 'brandFee' | 'creatorFee' | 'creatorFeeBps'>;

/** What of a hold goes where; the rest goes back to its owner. */
export interface Settlement {
  readonly toCreator: Minor;
  readonly toPlatform: Minor;
}

/** The work was approved: its price less the fee to the creator, both fees to the platform. */
export const payout = ({ base, brandFee, creatorFee }: Amounts): Settlement => ({
  toCreator: BigInt(base) - BigInt(creatorFee),
  toPlatform: BigInt(brandFee) + BigInt(creatorFee),
});

/** All of it goes back. */
export const refund: Settlement = { toCreator: 0n, toPlatform: 0n };

/**
 * The creator's share of the price, rounded down, less the fee on that share; of the brand fee the same share, half-up.
 */
export function split({ base, brandFee, creatorFeeBps }: Amounts, creatorShareBps: number): Settlement {
  const creatorBase = (BigInt(base) * BigInt(creatorShareBps)) / 10_000n;
  const fee = basisPoints(creatorBase, creatorFeeBps);
  return { toCreator: creatorBase - fee, toPlatform: fee + basisPoints(BigInt(brandFee), creatorShareBps) };
}
