import { sql } from 'drizzle-orm/sql/sql';
import { array } from '../client.ts';
import { type Query, select } from '../query.ts';
import { catalogListCounts } from '../tables/catalog.ts';

export interface ListCount {
  /** The name of a filter and a value, joined by "="; empty for the whole catalog. */
  readonly list: string;
  readonly creators: number;
}

const { list, creators } = catalogListCounts;
const counted = { list: sql<string>`list`, creators: sql<number>`creators` };
const sums = sql`${list} as list, sum(${creators})::int as creators from ${catalogListCounts}`;

/** The number of creators in each of these lists that is not empty, and in the `limit` largest lists of each of these filters. */
export const listCounts = (lists: readonly string[], filters: readonly string[], limit: number): Query<ListCount> =>
  select(
    counted,
    sql`from (select ${sums} where ${list} = any (${array(lists)}::text[]) group by 1) exact
      union all ${sql.join(
        filters.map((filter) => {
          // "=" is followed by ">" in ASCII.
          const range = sql`${list} > ${`${filter}=`} and ${list} < ${`${filter}>`}`;
          return sql`(select list, creators from (select ${sums} where ${range} group by 1) each order by creators desc, list limit ${limit})`;
        }),
        sql` union all `,
      )}`,
  );
