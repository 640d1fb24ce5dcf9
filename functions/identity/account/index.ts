export { forgetUser } from './known-users.ts';
export { sweepIdentity } from './sweep-identity.ts';
export { verifyToken } from './verify-token.ts';
