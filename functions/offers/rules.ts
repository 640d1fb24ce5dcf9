import type { OrderItemRecord } from '../../schema/order-records.ts';

/** The terms of a custom offer as its quote keeps them. */
export type StoredOffer = Omit<OrderItemRecord, 'id' | 'serviceListingId' | 'base'>;

/** The one item of the order that an offer becomes. */
export const offeredItem = (offer: StoredOffer, itemId: number, base: bigint): OrderItemRecord => ({
  ...offer,
  id: itemId,
  serviceListingId: null,
  base: base.toString(),
});

/** What a custom offer orders: files, handed over privately. PDF is allowed. */
export const customService = {
  type: 'UGC',
  proofModes: ['PRIVATE_FILE'],
  channel: null,
  proofTemplate: { allowPdf: true },
  title: null,
  usageTerms: null,
} as const;
