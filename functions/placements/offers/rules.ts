import type { OrderItemRecord, StoredOffer } from '../../../db/placements/items.ts';
import type { QuoteRecord } from '../../../db/placements/quotes.ts';
import type { quoteStatuses } from '../../../schema/shared/enums.ts';
import { missing } from '../../../schema/shared/errors.ts';
import { usdtToCents } from '../../../schema/shared/money.ts';

type QuoteStatus = (typeof quoteStatuses)[number];

/** An active quote that has expired is stored as ACTIVE. */
export const statusOfOffer = ({ status, expiresAt }: QuoteRecord, now: Date): QuoteStatus =>
  status === 'ACTIVE' && new Date(expiresAt) <= now ? 'EXPIRED' : status;

/** The price of one result in cents. The quote stores the base of all results, which is exact. */
export const pricePerResult = (
  { lines }: Pick<QuoteRecord, 'lines'>,
  { quantity, discountBps }: Pick<StoredOffer, 'quantity' | 'discountBps'>,
): bigint => {
  const base = BigInt(lines[0]?.base ?? missing('the line of an offer'));
  return usdtToCents((base * 10_000n) / (BigInt(quantity) * BigInt(10_000 - discountBps)));
};

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
  assignment: null,
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
