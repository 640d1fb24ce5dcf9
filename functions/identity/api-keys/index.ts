export { logRequest } from './log-request.ts';
export { revocationLink, revocationPath } from './revocation-link.ts';
export { readRevocable, revokeKeys } from './revoke-keys.ts';
export { formatPrefix, parseKey } from './rules.ts';
export { isGenuine } from './secret.ts';
export { acceptKey, forgetOwner, keyQuery, noteUse, seenKey, verifyKey } from './verify-key.ts';
