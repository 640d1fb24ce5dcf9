export { checkOwnership } from './check-ownership.ts';
