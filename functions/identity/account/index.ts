export { forgetUser } from './known-users.ts';
export { suspensionOf } from './suspension-of.ts';
export { sweepIdentity } from './sweep-identity.ts';
export { signsUsersIn } from './trusted-issuer.ts';
export { type CookieSession, cookieSession } from './verify-session.ts';
export { readToken } from './verify-token.ts';
