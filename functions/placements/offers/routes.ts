import { ConfirmOffer, GetOffer, QuoteOffer } from '../../../schema/placements/offers.ts';
import { group, on } from '../../http/route.ts';
import { confirmOffer } from './confirm-offer.ts';
import { getOffer } from './get-offer.ts';
import { quoteOffer } from './quote-offer.ts';

export const offerRoutes = group(
  on(QuoteOffer, (ctx, { body }) => quoteOffer(ctx, body)),
  on(GetOffer, (ctx, { params }) => getOffer(ctx, params)),
  on(ConfirmOffer, (ctx, { body }) => confirmOffer(ctx, body)),
);
