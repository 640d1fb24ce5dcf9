import type { OrderItemRecord, StoredOffer } from '../../../db/placements/items.ts';

/** The single item of the order that an offer becomes. */
export const offeredItem = (
  offer: StoredOffer,
  creatorName: string,
  itemId: number,
  base: bigint,
): OrderItemRecord => ({
  ...offer,
  creatorName,
  title: null,
  id: itemId,
  serviceListingId: null,
  assignmentId: null,
  base: base.toString(),
});

/** The service of a custom offer: files, delivered privately. PDF is allowed. */
export const customService = {
  type: 'UGC',
  proofModes: ['PRIVATE_FILE'],
  channel: null,
  proofTemplate: { allowPdf: true },
  title: null,
  usageTerms: null,
} as const;
