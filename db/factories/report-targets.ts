import { sql } from 'drizzle-orm/sql/sql';
import type { HideableField } from '../../schema/factories/factory-terms.ts';
import type { Db } from '../client.ts';
import { maybe, select } from '../query.ts';
import { factories } from '../tables/factories.ts';
import { shareLinks } from '../tables/share-links.ts';

/** What a share link shows: a factory, without these fields. */
export interface ReportTarget {
  readonly linkId: string;
  readonly factoryId: number;
  readonly name: string;
  readonly hiddenByLink: readonly HideableField[];
  readonly hiddenByFactory: readonly HideableField[];
}

/** What the link with this hash shows, unless it has expired, its factory is deleted or the owner is suspended. `guest` has rights for these columns alone. */
export const readReportTarget = (db: Db, secretSha256: Uint8Array, now: Date): Promise<ReportTarget | null> =>
  maybe(
    db,
    select(
      {
        linkId: shareLinks.id,
        factoryId: factories.id,
        name: factories.name,
        hiddenByLink: shareLinks.hiddenFields,
        hiddenByFactory: factories.hiddenFields,
      },
      sql`from ${shareLinks} join ${factories} on ${factories.id} = ${shareLinks.factoryId}
        where ${shareLinks.secretSha256} = ${secretSha256} and factory_is_open(${factories.id})
          and (${shareLinks.expiresAt} is null or ${shareLinks.expiresAt} > ${now})`,
    ),
  );
