import { and, eq } from 'drizzle-orm';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { limitCode } from '../failures.ts';
import { build, changesOne, guard, json, type Query, select, type TypeOf } from '../query.ts';
import { factories } from '../tables/factories.ts';
import { shareLinks } from '../tables/share-links.ts';
import { walkedPage } from '../walks.ts';
import { heldFactory, isFactoryOf } from './factories.ts';

const linkJson = json({
  id: shareLinks.id,
  label: shareLinks.label,
  hiddenFields: shareLinks.hiddenFields,
  createdAt: shareLinks.createdAt,
  expiresAt: shareLinks.expiresAt,
  lastOpenedAt: shareLinks.lastOpenedAt,
  opens: shareLinks.opens,
});

/** A share link, as JSON. */
export type ShareLinkRecord = TypeOf<typeof linkJson>;

/** What is stored of a new link. */
export type NewShareLinkRow = Omit<typeof shareLinks.$inferInsert, 'opens' | 'lastOpenedAt'>;

/** A link of a factory of this owner, or null: a field of the facts. */
export const shareLinkOf = (ownerId: number, factoryId: number, linkId: string): SQL<ShareLinkRecord | null> =>
  sql`(select ${linkJson} from ${shareLinks} join ${factories} on ${factories.id} = ${shareLinks.factoryId}
    where ${shareLinks.id} = ${linkId} and ${isFactoryOf(ownerId, factoryId)})`;

/** Inserts a link, if its factory exists. The limit `share_links` refuses it when the factory would have more than `limit`. */
export const insertShareLink = (link: NewShareLinkRow, limit: number): SQLWrapper[] => [
  heldFactory(link.factoryId),
  build.insert(shareLinks).values(link),
  guard(
    sql`(select count(*) <= ${limit} from ${shareLinks} where ${shareLinks.factoryId} = ${link.factoryId})`,
    limitCode('share_links'),
  ),
];

/** Deletes a link of a factory. */
export const deleteShareLink = (factoryId: number, linkId: string): SQLWrapper[] => [
  heldFactory(factoryId),
  changesOne(build.delete(shareLinks).where(and(eq(shareLinks.id, linkId), eq(shareLinks.factoryId, factoryId)))),
];

export interface ShareLinksPage {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly at: Date;
}

/**
 * The links of the owner's factory after the cursor, newest first, and one more than the limit, as one row; no row if the owner has no such
 * factory. A cursor that is none of its links is INVALID_CURSOR.
 */
export function shareLinksPage(
  ownerId: number,
  factoryId: number,
  page: ShareLinksPage,
): Query<{ readonly links: readonly ShareLinkRecord[] }> {
  const links = walkedPage(
    { subject: `factory:${factoryId}`, list: ['share-links'], ...page },
    {
      id: shareLinks.id,
      tables: sql`${shareLinks}`,
      condition: sql`${shareLinks.factoryId} = ${factoryId}`,
      order: sql`${shareLinks.createdAt} desc, ${shareLinks.id} desc`,
      item: linkJson,
    },
  );
  return select({ links }, sql`from ${factories} where ${isFactoryOf(ownerId, factoryId)}`);
}
