import { sql } from 'drizzle-orm/sql/sql';
import { array, type Db } from '../client.ts';
import { select } from '../query.ts';
import { catalogPages } from '../tables/catalog.ts';

/** The addresses of the pictures of published creators, by publicId. A creator without a picture has no entry. */
export async function readPictures(db: Db, publicIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const url = sql<string>`${catalogPages.page}::json->>'avatarUrl'`;
  const found = await db.read(
    select(
      { publicId: catalogPages.publicId, url },
      sql`from ${catalogPages} where ${catalogPages.publicId} = any (${array(publicIds)}::uuid[]) and ${url} is not null`,
    ),
  );
  return new Map(found.map((row) => [row.publicId, row.url]));
}
