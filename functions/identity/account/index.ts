export { forgetUser } from './known-users.ts';
export { sweepIdentity } from './sweep-identity.ts';
export { readToken } from './verify-token.ts';
