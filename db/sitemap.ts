import { sql } from 'drizzle-orm/sql/sql';
import { generations } from './catalog.ts';
import { type Db, row } from './client.ts';

/** How many creators are listed, counted up to `most`. */
export const countListed = (db: Db, most: number): Promise<{ generations: string; count: number }> =>
  row(
    db,
    sql`select ${generations} as generations,
      (select count(*)::int from (select from catalog_creators limit ${most}::int) listed) as count`,
  );

/** Sitemap entries of the creators whose publicId begins with the digits, in its order. */
export const readSitemapEntries = (
  db: Db,
  { digits, address, most }: { digits: string; address: string; most: number },
): Promise<{ generations: string; entries: string }> =>
  row(
    db,
    sql`select ${generations} as generations, coalesce(string_agg('<url><loc>' || ${address}::text || public_id || '</loc><lastmod>'
        || iso(last_modified) || '</lastmod></url>', '' order by public_id), '') as entries
      from (select public_id, last_modified from catalog_creators
        where public_id between ${digits.padEnd(32, '0')}::uuid and ${digits.padEnd(32, 'f')}::uuid
          and not exists (select from catalog_due d where d.public_id = catalog_creators.public_id and d.may_leave
            and not catalog_answers_now(d.creator_id))
        order by public_id limit ${most}::int) listed`,
  );
