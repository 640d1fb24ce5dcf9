import { notFound, Refusal } from '../../schema/errors.ts';
import type { QuoteRecord } from '../../schema/order-records.ts';
import type { Confirmation } from '../../schema/orders.ts';
import type { Settings } from '../env.ts';
import { invalidState } from './rules.ts';

/** Refuses a confirmation that is not of this quote as it stands, in the order of decisions.md 7. */
export function checkQuote(
  quote: QuoteRecord | null,
  input: Confirmation,
  orderVersion: number | null,
  now: Date,
): QuoteRecord {
  if (!quote) throw notFound();
  if (quote.status === 'CONSUMED') throw invalidState('CONSUMED', []);
  const isCurrent =
    quote.status === 'ACTIVE' &&
    quote.version === input.quoteVersion &&
    quote.payloadHash === input.payloadHash &&
    quote.orderVersion === orderVersion;
  if (!isCurrent) throw new Refusal('VERSION_CONFLICT');
  if (new Date(quote.expiresAt) <= now) throw new Refusal('QUOTE_EXPIRED');
  return quote;
}

/** The fees that were quoted are still those in force. */
export function refuseOtherFees(quote: QuoteRecord, settings: Settings): void {
  if (quote.brandFeeBps !== settings.BRAND_FEE_BPS || quote.creatorFeeBps !== settings.CREATOR_FEE_BPS)
    throw new Refusal('PRICE_CHANGED');
}
