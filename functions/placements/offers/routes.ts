import { ConfirmOffer, QuoteOffer } from '../../../schema/placements/offers.ts';
import { group, on } from '../../http/route.ts';
import { confirmOffer } from './confirm-offer.ts';
import { quoteOffer } from './quote-offer.ts';

export const offerRoutes = group(
  on(QuoteOffer, (ctx, { body }) => quoteOffer(ctx, body)),
  on(ConfirmOffer, (ctx, { body }) => confirmOffer(ctx, body)),
);
