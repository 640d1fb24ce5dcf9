/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { readOrderAnalytics } from './read-order-analytics.ts';
export { readPlacementAnalytics } from './read-placement-analytics.ts';
