/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { confirmOffer } from './confirm-offer.ts';
export { getCustomOffer } from './get-custom-offer.ts';
export { quoteOffer } from './quote-offer.ts';
