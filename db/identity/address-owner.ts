import { sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { maybe, type RowOf, select } from '../query.ts';
import { users } from '../tables/identity.ts';

const fields = { id: users.id, createdAt: users.createdAt, passwordChangedAt: users.passwordChangedAt };

/** The user with this address, when it was created, and when its password changed. */
export const readAddressOwner = (db: Db, email: string): Promise<RowOf<typeof fields> | null> =>
  maybe(db, select(fields, sql`from ${users} where ${users.email} = ${email.toLowerCase()}`));
