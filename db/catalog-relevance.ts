import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { shortest } from './catalog-driver.ts';
import { alongAll } from './catalog-index.ts';
import { type CatalogQuery, mostFound } from './catalog-query.ts';
import { tier } from './catalog-terms.ts';

/**
 * CTEs that end in `found`: the best answers to a search first, in each tier the latest active first. Every tier is a walk
 * of its own, begun only while the page is not full, so the order is exact and costs the same on every page.
 */
export const relevant = (query: CatalogQuery): SQL => sql`driver as materialized (${shortest(query)}),
  ${sql.join(
    tiers.map((n) => sql`${named(n)} as materialized (${tierWalk(query, n)})`),
    sql`, `,
  )},
  found as materialized (${sql.join(
    tiers.map((n) => sql`select ${n}::int as tier, w.* from ${named(n)} w`),
    sql` union all `,
  )}
    order by tier, last_modified desc, creator_id desc limit ${mostFound(query)})`;

const tiers = [0, 1, 2, 3] as const;
const named = (n: number): SQL => sql.raw(`tier${n}`);

function tierWalk(query: CatalogQuery, n: number): SQL {
  const better = tiers.filter((tier) => tier < n).map((tier) => sql`(select count(*) from ${named(tier)})`);
  const isNeeded = sql`p.tier <= ${n}::int and ${sql.join([sql`0`, ...better], sql` + `)} <= ${query.limit}::int`;
  return alongAll(
    query,
    sql`(select case when ${isNeeded} then coalesce(d.${named(n)}, d.lists) end from driver d cross join place p)`,
    {
      after: sql`(last_modified, creator_id) < ((select case when tier = ${n}::int then last_modified else 'infinity' end from place),
      (select case when tier = ${n}::int then creator_id else 9223372036854775807 end from place))`,
      match: sql`${tier} = ${n}::int`,
    },
  );
}
