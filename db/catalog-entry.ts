import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { wantedOfService } from './catalog-filters.ts';
import type { CatalogQuery } from './catalog-query.ts';

/** The most services and channels of an entry; catalog_projection cuts there too. */
const mostShown = sql.raw('12');

/**
 * The entry of the creator `c`, as JSON. A shop that has more services or channels than an entry shows has those first that
 * the filters select, then the cheapest services; its frame has empty arrays, which no text of JSON can hold unescaped.
 */
export function entryOf(query: CatalogQuery): SQL {
  const wanted = wantedOfService(query);
  if (wanted.length === 0) return sql`c.entry`;
  const isWanted = sql`(${sql.join(wanted, sql` and `)})`;
  const services = (chosen: SQL) => sql`(select s.entry, s.base_price, s.listing_id from catalog_services s
    where s.creator_id = c.creator_id and ${chosen} order by s.base_price, s.listing_id limit ${mostShown})`;
  return sql`case when c.frame is null then c.entry else replace(replace(c.frame,
    '"services":[]', '"services":[' || (with wanted as materialized ${services(isWanted)},
        others as (select * from ${services(sql`${isWanted} is not true`)} s where (select count(*) from wanted) < ${mostShown})
      select string_agg(s.entry, ',' order by s.nth, s.base_price, s.listing_id)
      from (select 1 as nth, * from wanted union all select 2, * from others order by 1, 3, 4 limit ${mostShown}) s) || ']'),
    '"channels":[]', '"channels":[' || (select string_agg(ch.channel, ',' order by ch.is_wanted desc, ch.position, ch.channel_id)
      from (select ch.*, ch.channel_id in (select s.channel_id from catalog_services s where s.creator_id = c.creator_id and ${isWanted}) as is_wanted
        from catalog_channels ch where ch.creator_id = c.creator_id order by 5 desc, 3, 1 limit ${mostShown}) ch) || ']') end`;
}
