/**
 * A module of our own re-exports it: the library is CommonJS, and import() of a CommonJS module has no named exports in the built Worker.
 */
export { Webhook } from 'standardwebhooks';
