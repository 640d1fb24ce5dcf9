import type { ListedKey } from '../../../db/identity/api-keys.ts';

/** A key as its owner sees it, without its secret. */
export const keyView = ({ id, name, prefix, scopes, expiresAt, createdAt, lastUsedAt, replacedAt }: ListedKey) => ({
  id,
  name,
  prefix,
  scopes,
  expiresAt,
  createdAt,
  lastUsedAt,
  replacedAt,
});
