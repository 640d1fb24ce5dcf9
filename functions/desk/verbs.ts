/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { getServiceStatus } from './get-status.ts';
export { getUser } from './get-user.ts';
export { listActions } from './list-actions.ts';
export { listDeadLetters } from './list-dead-letters.ts';
export { listUsers } from './list-users.ts';
export { requeueDeadLetter } from './requeue-dead-letter.ts';
