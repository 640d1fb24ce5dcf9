export { parseKey } from './rules.ts';
export { forgetOwner, verifyKey } from './verify-key.ts';
