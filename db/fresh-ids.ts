import { type SQL, sql } from 'drizzle-orm/sql/sql';

type FreshTable =
  | 'placement_orders'
  | 'order_items'
  | 'placement_assignments'
  | 'deliverables'
  | 'change_proposals'
  | 'channels'
  | 'service_listings'
  | 'pricing_saves'
  | 'webhook_endpoints'
  | 'messages';

/** Fresh ids, in order, for what the commit will create: a column of the facts. */
export const freshIds = (table: FreshTable, count: SQL): SQL =>
  sql`array(select nextval(${`${table}_id_seq`}) from generate_series(1, ${count}))::float8[]`;
