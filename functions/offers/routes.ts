import { ConfirmOffer, QuoteOffer } from '../../schema/offers.ts';
import { on, type Route } from '../http/route.ts';
import { confirmOffer } from './confirm-offer.ts';
import { quoteOffer } from './quote-offer.ts';

export const offerRoutes: readonly Route[] = [
  on(QuoteOffer, (ctx, { body }) => quoteOffer(ctx, body)),
  on(ConfirmOffer, (ctx, { body }) => confirmOffer(ctx, body)),
];
