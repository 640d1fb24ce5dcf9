import { ConfirmOffer, GetCustomOffer, QuoteOffer } from '../../../schema/placements/offers.ts';
import { group, on } from '../../http/route.ts';
import { confirmOffer } from './confirm-offer.ts';
import { getCustomOffer } from './get-custom-offer.ts';
import { quoteOffer } from './quote-offer.ts';

export const offerRoutes = group(
  on(QuoteOffer, (ctx, { body }) => quoteOffer(ctx, body)),
  on(GetCustomOffer, (ctx, { params }) => getCustomOffer(ctx, params)),
  on(ConfirmOffer, (ctx, { body }) => confirmOffer(ctx, body)),
);
