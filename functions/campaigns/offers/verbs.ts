/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { getOffer } from './get-offer.ts';
export { listOffers } from './list-offers.ts';
export { takeOffer } from './take-offer.ts';
