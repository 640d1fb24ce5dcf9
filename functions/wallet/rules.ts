import type { AssignmentRecord } from '../../db/placements/assignments.ts';
import { basisPoints, type Minor } from '../../schema/shared/money.ts';

type Amounts = Pick<AssignmentRecord, 'base' | 'brandFee' | 'creatorFee' | 'creatorFeeBps'>;

/** The shares of a hold for the creator and the platform; the rest is refunded to its owner. */
export interface Settlement {
  readonly toCreator: Minor;
  readonly toPlatform: Minor;
}

/** For approved work: the creator gets the price less the fee, the platform gets both fees. */
export const payout = ({ base, brandFee, creatorFee }: Amounts): Settlement => ({
  toCreator: BigInt(base) - BigInt(creatorFee),
  toPlatform: BigInt(brandFee) + BigInt(creatorFee),
});

/** Refunds the whole hold. */
export const refund: Settlement = { toCreator: 0n, toPlatform: 0n };

/**
 * The creator gets a share of the price, rounded down, less the fee on that share. The platform also gets the same share of the brand fee,
 * half up.
 */
export function split({ base, brandFee, creatorFeeBps }: Amounts, creatorShareBps: number): Settlement {
  const creatorBase = (BigInt(base) * BigInt(creatorShareBps)) / 10_000n;
  const fee = basisPoints(creatorBase, creatorFeeBps);
  return { toCreator: creatorBase - fee, toPlatform: fee + basisPoints(BigInt(brandFee), creatorShareBps) };
}
