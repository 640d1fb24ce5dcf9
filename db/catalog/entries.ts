import type { SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { CatalogEntry } from '../../schema/catalog/catalog.ts';
import { catalogCreators, catalogDue } from '../tables/catalog.ts';

/** The current entry of a creator, or null without a public page: a field. */
export const entryOf = (creatorId: SQLWrapper): SQL<CatalogEntry | null> => sql`coalesce(
  (select catalog_entry_now(${catalogDue.creatorId}, ${catalogDue.at}) from ${catalogDue} where ${catalogDue.creatorId} = ${creatorId}),
  (select ${catalogCreators.entry} from ${catalogCreators} where ${catalogCreators.creatorId} = ${creatorId}
    and not exists (select from ${catalogDue} where ${catalogDue.creatorId} = ${creatorId})))::json`;
