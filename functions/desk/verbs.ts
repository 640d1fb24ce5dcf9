/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { listActions } from './list-actions.ts';
