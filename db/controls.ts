import { type SQL, sql } from 'drizzle-orm/sql/sql';

/** Turns a switch of the running service. */
export const switchControl = (name: string, isEnabled: boolean, staffId: number, at: Date): SQL =>
  sql`update controls set is_enabled = ${isEnabled}, updated_by = ${staffId}, updated_at = ${at} where name = ${name}`;
