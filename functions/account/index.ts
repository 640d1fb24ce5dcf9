export { forgetUser } from './known-users.ts';
export { verifyToken } from './verify-token.ts';
