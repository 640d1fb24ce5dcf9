import { sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { facts, iso } from '../query.ts';
import { catalogCreators, catalogDue } from '../tables/catalog.ts';
import { generations } from './generations.ts';

/** The number of listed creators, counted up to `limit`. */
export const countListed = (db: Db, limit: number): Promise<{ generations: string; count: number }> =>
  facts(db, {
    generations,
    count: sql<number>`(select count(*)::int from (select from ${catalogCreators} limit ${limit}::int) listed)`,
  });

/** Sitemap entries of the creators whose publicId begins with the digits, in its order. */
export function readSitemapEntries(
  db: Db,
  { digits, address, limit }: { digits: string; address: string; limit: number },
): Promise<{ generations: string; entries: string }> {
  const { publicId, lastModified } = catalogCreators;
  const isGone = sql`exists (select from ${catalogDue} where ${catalogDue.publicId} = ${publicId} and ${catalogDue.mayBeUnlisted}
    and not catalog_is_listed_now(${catalogDue.creatorId}))`;
  return facts(db, {
    generations,
    entries: sql<string>`(select coalesce(string_agg('<url><loc>' || ${address}::text || public_id || '</loc><lastmod>'
        || ${iso(sql`last_modified`)} || '</lastmod></url>', '' order by public_id), '')
      from (select ${publicId}, ${lastModified} from ${catalogCreators}
        where ${publicId} between ${digits.padEnd(32, '0')}::uuid and ${digits.padEnd(32, 'f')}::uuid and not ${isGone}
        order by ${publicId} limit ${limit}::int) listed)`,
  });
}
