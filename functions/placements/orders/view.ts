import type { OrderRecord } from '../../../db/placements/orders.ts';
import type { QuoteRecord } from '../../../db/placements/quotes.ts';
import type { QuoteLine } from '../../../schema/placements/order-terms.ts';
import type { OrderView, QuoteView } from '../../../schema/placements/orders.ts';
import { usdt } from '../../../schema/shared/money.ts';
import { allowedActions, isActive, statusOf, sumOf } from './rules.ts';

/** The advertiser's projection: base, brand fee and total, without the creator's fee or net. */
export function viewQuote(quote: QuoteRecord): QuoteView {
  return {
    quoteId: quote.quoteId,
    quoteVersion: quote.version,
    ...(quote.orderId !== null && { orderId: quote.orderId }),
    expiresAt: quote.expiresAt,
    payloadHash: quote.payloadHash,
    currency: 'USDT',
    items: quote.lines.map((line) => ({ serviceListingId: line.serviceListingId, ...amountsOf([line]) })),
    totals: amountsOf(quote.lines),
  };
}

export function viewOrder(order: OrderRecord, now: Date): OrderView {
  const status = statusOf(order, now);
  const isPriced = isActive(order.quote, now) || order.quote?.status === 'CONSUMED';
  return {
    id: order.id,
    version: order.version,
    status,
    origin: order.origin,
    items: order.items.map((item) => ({
      id: item.id,
      serviceListingId: item.serviceListingId,
      title: item.title,
      creatorPublicId: item.creatorPublicId,
      creatorName: item.creatorName,
      quantity: item.quantity,
      discountBps: item.discountBps,
      dueAt: item.dueAt,
      brief: item.brief,
      results: item.results.map((result) => ({ ...result })),
      rights: item.rights,
      base: usdt(BigInt(item.base)),
      assignmentId: item.assignment?.id ?? null,
      assignmentStatus: item.assignment?.status ?? null,
    })),
    activeQuote: status === 'QUOTED' && order.quote ? viewQuote(order.quote) : null,
    totals: isPriced && order.quote ? amountsOf(order.quote.lines) : null,
    allowedActions: allowedActions(status),
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
  };
}

function amountsOf(lines: readonly QuoteLine[]): QuoteView['totals'] {
  const base = sumOf(lines, 'base');
  const brandFee = sumOf(lines, 'brandFee');
  return { base: usdt(base), brandFee: usdt(brandFee), total: usdt(base + brandFee) };
}
