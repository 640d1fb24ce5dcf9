import { sql } from 'drizzle-orm/sql/sql';
import type { JsonOf } from '../query.ts';
import { users } from '../tables/identity.ts';

/** The fields of a user that decide whether it receives mail, and at which address. */
export const recipientFields = {
  email: users.email,
  isEmailVerified: users.emailVerified,
  /** An external issuer gave the address. */
  isExternal: sql<boolean>`${users.externalSubject} is not null`,
  isSuspended: sql<boolean>`${users.suspendedAt} is not null`,
};

export type Recipient = JsonOf<typeof recipientFields>;
