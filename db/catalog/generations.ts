import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { facts } from '../query.ts';
import { constant } from '../statements.ts';

/** The epoch and the counters of catalog_generations as text: a field. */
export const generations: SQL<string> = constant(sql`(select text from catalog_counters())`);

export const readGenerations = async (db: Db): Promise<string> => (await facts(db, { generations })).generations;
