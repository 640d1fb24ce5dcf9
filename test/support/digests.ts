import type { Market } from './market/market.ts';

/** A number of rows and the sum of their hashes. */
export type Digests = ReadonlyMap<string, string>;

/** The content of each table, without these tables and columns (`table.column`). */
export async function digestsOf({ pool }: Pick<Market, 'pool'>, without: ReadonlySet<string>): Promise<Digests> {
  const { rows: tables } = await pool.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     group by 1 order by 1`,
  );
  const digests = new Map<string, string>();
  for (const { name, columns } of tables.filter((table) => !without.has(table.name))) {
    const hidden = columns.filter((column) => without.has(`${name}.${column}`));
    const { rows } = await pool.query(
      `select count(*) || ' ' || coalesce(sum(hashtextextended((to_jsonb(t) - $1::text[])::text, 0)::numeric), 0) as digest from "${name}" t`,
      [hidden],
    );
    digests.set(name, rows[0].digest);
  }
  return digests;
}

/** The tables whose content differs. */
export const changedTables = (before: Digests, after: Digests): string[] =>
  [...after].filter(([name, digest]) => before.get(name) !== digest).map(([name]) => name);
