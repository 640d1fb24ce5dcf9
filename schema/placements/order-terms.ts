import type { Quantity } from '../shared/enums.ts';

export const briefLength = 5_000;
/** Orders of an advertiser that are neither funded nor cancelled. */
export const maxDrafts = 100;
export const maxItems = 20;

/** A result that an order item requires. */
export interface OrderedResult {
  /** ISO 8601, in UTC. */
  readonly expectedAt: string;
  readonly description?: string;
}

/** A priced line of a quote. Amounts are minor units as text. */
export interface QuoteLine {
  readonly orderItemId: number | null;
  readonly serviceListingId: number | null;
  /** The hash of the service without its price; null for a custom offer, whose terms are those of the item. */
  readonly termsHash: string | null;
  readonly base: string;
  readonly brandFee: string;
  readonly creatorFee: string;
}

export interface PackageOption {
  readonly quantity: Quantity;
  readonly discountBps: number;
}
