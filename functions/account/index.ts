export { verifyToken } from './verify-token.ts';
