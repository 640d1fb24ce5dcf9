/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { listControls } from './list-controls.ts';
export { suspendUser } from './suspend-user.ts';
export { switchControl } from './switch-control.ts';
