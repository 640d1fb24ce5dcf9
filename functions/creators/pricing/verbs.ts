/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { getPricing } from './get-pricing.ts';
export { savePricing } from './save-pricing.ts';
