import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { insertKey, type NewKey } from '../../../db/identity/api-keys.ts';
import { maxLiveKeys } from '../../../schema/identity/api-keys.ts';
import type { Scope } from '../../../schema/shared/enums.ts';
import { invalid, limitReached, orLimitReached } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { sha256 } from '../../platform/hash.ts';
import { formatKey, prefixLength, prefixOf, scopesOf } from './rules.ts';
import { newSecret } from './secret.ts';
import { keyView } from './view.ts';

export interface CreateKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: Date | null | undefined;
}

/** Creates a key. Only this answer contains its secret. A failure changes nothing. */
export async function createKey(ctx: Ctx, { name, scopes, expiresAt = null }: CreateKey) {
  if (expiresAt && expiresAt <= ctx.now()) throw invalid('expiresAt', 'must be in the future');
  const { key, secret } = await newKey(ctx, { name, scopes, expiresAt });
  return storeKey(ctx, key, secret);
}

/** A key that is not stored yet, and its secret. */
export async function newKey(ctx: Ctx, { name, scopes, expiresAt = null }: CreateKey) {
  const prefix = prefixOf(crypto.getRandomValues(new Uint8Array(prefixLength)));
  const secret = await newSecret(prefix, ctx.settings);
  const key: NewKey = {
    id: crypto.randomUUID(),
    ownerId: ctx.actor.userId,
    name,
    prefix,
    secretSha256: await sha256(secret),
    scopes: scopesOf(scopes),
    expiresAt,
    createdAt: ctx.now(),
    lastUsedAt: null,
    replacedAt: null,
  };
  return { key, secret };
}

/** Stores the key with further statements in one transaction. Only this answer contains its secret. */
export async function storeKey(ctx: Ctx, key: NewKey, secret: string, further: readonly SQLWrapper[] = []) {
  await ctx.db.transaction([...insertKey(key, maxLiveKeys), ...further]).catch(orLimitReached('api_keys', tooMany));
  return { data: { ...keyView(key), key: formatKey(ctx.settings.KEY_PREFIX_WORD, { prefix: key.prefix, secret }) } };
}

const tooMany = () => limitReached(`A user has at most ${maxLiveKeys} valid keys. Delete one first.`, ['delete']);
