import { checkOut, checkoutFacts } from '../../../db/placements/checkouts.ts';
import type { OrderItemRecord } from '../../../db/placements/items.ts';
import type { ListingFacts } from '../../../db/placements/listings.ts';
import type { QuoteRecord } from '../../../db/placements/quotes.ts';
import type { Confirmation } from '../../../schema/placements/orders.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import { packageBase } from '../../../schema/shared/money.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { holdFunds } from '../../wallet/index.ts';
import { checkQuote, refuseOtherFees } from './check-quote.ts';
import { type CheckedOut, fundedOrder } from './funded-order.ts';

/** Checks out the quote: fixes the price and holds the money, or changes nothing. */
export const checkOutOrder = (ctx: Ctx, input: Confirmation & { id: number }): Promise<CheckedOut> =>
  mutate(ctx, {
    facts: checkoutFacts({ userId: ctx.actor.userId, orderId: input.id, quoteId: input.quoteId }),
    visible: ({ order, ...found }) => order && { ...found, order },
    decide({ order, ...found }) {
      const quote = checkQuote(found.quote, input, order, ctx.now());
      refuseOtherFees(quote, ctx.settings);
      const sold = order.items.map((item) => soldItem(item, quote, found.listings));
      const funded = fundedOrder(ctx, { order, quote, sold, ids: found });
      return {
        statements: [
          checkOut(
            funded.checkout,
            sold.map(({ service }) => service),
          ),
          holdFunds(order.id, ctx.now()),
        ],
        answer: funded.answer,
        isNotifying: true,
      };
    },
  });

/** An item with its service, which must still be published, at the price and on the terms of the quote. */
function soldItem(item: OrderItemRecord, quote: QuoteRecord, listings: readonly ListingFacts[]) {
  const listing = listings.find(({ id }) => id === item.serviceListingId);
  const option = listing?.packageOptions.find(({ quantity }) => quantity === item.quantity);
  const line = quote.lines.find(({ orderItemId }) => orderItemId === item.id);
  if (!listing || !line || option?.discountBps !== item.discountBps || listing.termsHash !== line.termsHash)
    throw new Refusal('PRICE_CHANGED');
  const base = packageBase(BigInt(listing.basePrice), item.quantity, item.discountBps);
  if (base !== BigInt(line.base)) throw new Refusal('PRICE_CHANGED');
  return { item, service: listing, line };
}
