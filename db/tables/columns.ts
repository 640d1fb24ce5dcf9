import { type AnyPgColumn, bigint, check, customType, timestamp } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';

/** A generated id. Ids stay below 2^53. */
export const id = () => bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity();

/** A generated id that no statement may choose. */
export const alwaysId = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

/** The id of a row of another table. */
export const idOf = (name: string) => bigint(name, { mode: 'number' });

/** Money in millionths, or a count that may grow beyond 2^53. */
export const amount = (name: string) => bigint(name, { mode: 'bigint' });

/** A count below 2^53. */
export const count = (name: string) => bigint(name, { mode: 'number' });

/** An instant, to the millisecond. */
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const bytes = customType<{ data: Uint8Array; driverData: string }>({ dataType: () => 'bytea' });

/** Text that is compared and sorted by its bytes. */
export const asciiText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** To whom a measurement may be shown besides the creator: everyone, others with the consent of the account's owner, nobody. */
export const measurementSharings = ['ALWAYS', 'WITH_CONSENT', 'NEVER'] as const;
export type MeasurementSharing = (typeof measurementSharings)[number];

/** A check that a column has one of the values of its enumeration. */
export const isOneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`);
