/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { getUser } from './get-user.ts';
export { listActions } from './list-actions.ts';
export { listUsers } from './list-users.ts';
