export { heldFor, holdFunds } from './hold-funds.ts';
