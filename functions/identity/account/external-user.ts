import type { JWTPayload } from 'jose';
import type { Db } from '../../../db/client.ts';
import { type ExternalUser, insertExternalUser, readExternalUser, type UserRow } from '../../../db/identity/users.ts';
import { displayName } from '../../../schema/identity/account.ts';
import { emailAddress } from '../../../schema/shared/email-address.ts';
import { lazy } from '../../../schema/shared/lazy.ts';
import { text } from '../../../schema/shared/text.ts';
import { isolateCache } from '../../isolate-cache.ts';
import { sha256Hex } from '../../platform/hash.ts';
import { acceptUser, byId, type KnownBy, provenUser } from './known-users.ts';

// A subject always maps to the same user. Only the user itself is cached for just a second.
const idOf = isolateCache<string, number>(5_000);

/** The user of an external issuer's token, created for its first token; null when its subject is invalid. */
export async function externalUser(db: Db, claims: JWTPayload, now: Date): Promise<UserRow | null> {
  const subject = subjectShape().safeParse(claims.sub);
  if (!subject.success) return null;
  const knownId = idOf.get(subject.data);
  const known = knownId === undefined ? null : await provenUser(db, byId(knownId), now);
  if (known) return known;
  let user = await readExternalUser(db, subject.data);
  if (!user) {
    await insertExternalUser(db, await describe(subject.data, claims), now);
    user = await readExternalUser(db, subject.data);
  }
  if (!user) return null;
  idOf.set(subject.data, user.id);
  return acceptUser(byId(user.id), user, now);
}

/** The user that this isolate has found for the subject before. */
export function knownSubject({ sub }: JWTPayload): KnownBy | null {
  const id = idOf.get(sub ?? '');
  return id === undefined ? null : byId(id);
}

const subjectShape = lazy(() => text(1, 255));

async function describe(subject: string, claims: JWTPayload): Promise<ExternalUser> {
  const email = emailAddress().safeParse(claims.email).data;
  // Reserved by RFC 2606, 2: it receives no email.
  const otherEmail = `${(await sha256Hex(subject)).slice(0, 32)}@external.invalid`;
  return {
    subject,
    displayName: displayName().safeParse(claims.name).data ?? email?.split('@')[0]?.slice(0, 80) ?? 'New user',
    email: email ?? otherEmail,
    isEmailVerified: email !== undefined && claims.email_verified === true,
    otherEmail,
  };
}
