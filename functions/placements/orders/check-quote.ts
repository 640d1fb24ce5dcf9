import type { OrderRecord } from '../../../db/placements/orders.ts';
import type { QuoteRecord } from '../../../db/placements/quotes.ts';
import type { Confirmation } from '../../../schema/placements/orders.ts';
import { invalidState, notFound, Refusal } from '../../../schema/shared/errors.ts';
import type { CommonSettings } from '../../settings/index.ts';

/**
 * Refuses a confirmation that does not match the current quote. The checks run in the order below. `order` is the quoted order; an
 * unconfirmed offer has none.
 */
export function checkQuote(
  quote: QuoteRecord | null,
  input: Confirmation,
  order: Pick<OrderRecord, 'version' | 'status'> | null,
  now: Date,
): QuoteRecord {
  if (!quote) throw notFound();
  if (quote.status === 'CONSUMED') throw invalidState(order?.status ?? 'CONSUMED', []);
  const isCurrent =
    quote.status === 'ACTIVE' &&
    quote.version === input.quoteVersion &&
    quote.payloadHash === input.payloadHash &&
    quote.orderVersion === (order?.version ?? null);
  if (!isCurrent) throw new Refusal('VERSION_CONFLICT');
  if (new Date(quote.expiresAt) <= now) throw new Refusal('QUOTE_EXPIRED');
  return quote;
}

/** Refuses when the fees have changed since the quote. */
export function refuseOtherFees(quote: QuoteRecord, settings: CommonSettings): void {
  if (quote.brandFeeBps !== settings.BRAND_FEE_BPS || quote.creatorFeeBps !== settings.CREATOR_FEE_BPS)
    throw new Refusal('PRICE_CHANGED');
}
