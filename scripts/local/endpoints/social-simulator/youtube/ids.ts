import { hash, isHandle } from '../derived-accounts.ts';

const idLength = 22;

/** The id of a handle, the same at every start; it contains a handle of suitable length. */
export function externalIdOf(handle: string): string {
  const isShort = /^[a-z0-9_-]{3,20}$/.test(handle);
  return `UC${isShort ? handle.padEnd(idLength, '-') : hash(handle).toString('base64url').slice(0, idLength)}`;
}

/** "UC-nobody…" is the id of no channel. */
export const isExternalId = (text: string): boolean => /^UC(?!nobody)[\w-]{22}$/.test(text);

/** The handle in an id; undefined for the id of a long handle. */
export function handleIn(externalId: string): string | undefined {
  const handle = externalId.slice(2).replace(/-+$/, '');
  return externalIdOf(handle) === externalId && isHandle(handle) ? handle : undefined;
}

export const contentIdOf = (digest: Uint8Array): string => Buffer.from(digest).toString('base64url').slice(0, 11);
export const isContentId = (text: string): boolean => /^[\w-]{11}$/.test(text);
