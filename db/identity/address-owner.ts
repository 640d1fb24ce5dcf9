import { sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { maybe, type RowOf, select } from '../query.ts';
import { users } from '../tables/identity.ts';

const fields = { createdAt: users.createdAt, passwordChangedAt: users.passwordChangedAt };

/** When the user with this address was created, and when its password changed. */
export const readAddressOwner = (db: Db, email: string): Promise<RowOf<typeof fields> | null> =>
  maybe(db, select(fields, sql`from ${users} where ${users.email} = ${email.toLowerCase()}`));
