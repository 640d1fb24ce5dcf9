import type { OrderOrigin, OrderStatus, Platform, ProofMode, ServiceType } from './enums.ts';

export type { OrderOrigin };

/** An order as the database gives it and as the verbs hand it to the view. Amounts are minor units as text. */
export interface OrderRecord {
  readonly id: number;
  readonly version: number;
  readonly status: OrderStatus;
  readonly origin: OrderOrigin;
  readonly items: readonly OrderItemRecord[];
  /** The latest quote that was not superseded. */
  readonly quote: QuoteRecord | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface OrderItemRecord {
  readonly id: number;
  readonly serviceListingId: number | null;
  readonly creatorId: number;
  readonly creatorPublicId: string;
  readonly quantity: 1 | 5 | 10;
  readonly discountBps: number;
  readonly dueAt: string;
  readonly brief: string;
  readonly results: readonly { readonly expectedAt: string; readonly description?: string }[];
  readonly rights: Record<string, unknown>;
  readonly base: string;
}

export interface QuoteRecord {
  readonly quoteId: string;
  readonly version: number;
  readonly status: 'ACTIVE' | 'SUPERSEDED' | 'CONSUMED';
  readonly orderId: number | null;
  readonly orderVersion: number | null;
  readonly expiresAt: string;
  readonly payloadHash: string;
  readonly brandFeeBps: number;
  readonly creatorFeeBps: number;
  readonly lines: readonly QuoteLine[];
}

export interface QuoteLine {
  readonly orderItemId: number | null;
  readonly serviceListingId: number | null;
  /** Of what the service is apart from its price; null for a custom offer, whose terms are the item's own. */
  readonly termsHash: string | null;
  readonly base: string;
  readonly brandFee: string;
  readonly creatorFee: string;
}

/** A service that can be ordered now: published, priced, on an active channel, of a published creator. */
export interface ListingFacts {
  readonly id: number;
  readonly version: number;
  readonly creatorId: number;
  readonly creatorPublicId: string;
  readonly type: ServiceType;
  readonly proofModes: readonly ProofMode[];
  readonly basePrice: string;
  readonly packageOptions: readonly { readonly quantity: number; readonly discountBps: number }[];
  readonly title: string;
  readonly usageTerms: string;
  readonly termsHash: string;
  readonly channel: { readonly platform: Platform; readonly handle: string; readonly canonicalUrl: string };
  readonly proofTemplate: Record<string, unknown>;
}
