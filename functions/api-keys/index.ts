export { parseKey } from './rules.ts';
export { verifyKey } from './verify-key.ts';
