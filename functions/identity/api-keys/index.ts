export { revocationLink, revocationPath } from './revocation-link.ts';
export { readRevocable, revokeKeys } from './revoke-keys.ts';
export { formatPrefix, parseKey } from './rules.ts';
export { isGenuine } from './secret.ts';
export { forgetOwner, knownOwner, verifyKey } from './verify-key.ts';
