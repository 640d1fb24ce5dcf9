export { checkOwnership } from './check-ownership.ts';
export { followRenames } from './follow-renames.ts';
