import { alias } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { catalogChannels, catalogServices } from '../tables/catalog.ts';
import { conditionsOfService, service } from './filters.ts';
import { creator } from './lists.ts';
import type { Filters } from './query.ts';

const channel = alias(catalogChannels, 'ch');

/** The maximum of services and of channels in an entry; catalog_projection has the same limit. */
const maxShown = sql.raw('12');

/**
 * The entry of the creator, as JSON. A shop that has more services or channels than an entry shows has those first that
 * the filters select, then the cheapest services; its frame has empty arrays, which no text of JSON can hold unescaped.
 */
export function entryOf(query: Filters): SQL {
  const conditions = conditionsOfService(query);
  if (conditions.length === 0) return sql`${creator.entry}`;
  const isWanted = sql`(${sql.join(conditions, sql` and `)})`;
  const ofCreator = sql`${catalogServices} ${service} where ${service.creatorId} = ${creator.creatorId}`;
  const services = (
    chosen: SQL,
  ) => sql`(select ${service.entry}, ${service.basePrice}, ${service.listingId} from ${ofCreator}
    and ${chosen} order by ${service.basePrice}, ${service.listingId} limit ${maxShown})`;
  return sql`case when ${creator.frame} is null then ${creator.entry} else replace(replace(${creator.frame},
    '"services":[]', '"services":[' || (with wanted as materialized ${services(isWanted)},
        others as (select * from ${services(sql`${isWanted} is not true`)} s where (select count(*) from wanted) < ${maxShown})
      select string_agg(${service.entry}, ',' order by s.nth, ${service.basePrice}, ${service.listingId})
      from (select 1 as nth, * from wanted union all select 2, * from others order by 1, 3, 4 limit ${maxShown}) s) || ']'),
    '"channels":[]', '"channels":[' || (select string_agg(${channel.channel}, ',' order by ch.is_wanted desc, ${channel.position}, ${channel.channelId})
      from (select ch.*, ${channel.channelId} in (select ${service.channelId} from ${ofCreator} and ${isWanted}) as is_wanted
        from ${catalogChannels} ${channel} where ${channel.creatorId} = ${creator.creatorId} order by 5 desc, 3, 1 limit ${maxShown}) ch) || ']') end`;
}
