import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { facts } from '../query.ts';
import { constant } from '../statements.ts';
import { catalogEpochs, catalogGenerations } from '../tables/catalog.ts';

const epoch = constant(sql`(select ${catalogEpochs.value} from ${catalogEpochs})`);

/** One row: the epoch and all counters as text, and the epoch with their sum. */
export const counters = constant(sql`select
  ${epoch} || ',' || string_agg(${catalogGenerations.value}::text, ',' order by ${catalogGenerations.shard}) as text,
  ${epoch} || '.' || sum(${catalogGenerations.value}) as sum from ${catalogGenerations}`);

/** The epoch and the counters of catalog_generations as text: a field. */
export const generations: SQL<string> = constant(sql`(select text from (${counters}) counters)`);

export const readGenerations = async (db: Db): Promise<string> => (await facts(db, { generations })).generations;
