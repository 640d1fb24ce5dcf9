import type { OrderItemRecord, StoredOffer } from '../../../db/placements/items.ts';

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
