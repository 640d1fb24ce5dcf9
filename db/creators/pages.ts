import { and, eq, ne, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { DraftPage } from '../../schema/catalog/catalog.ts';
import type { PublishedField } from '../../schema/creators/creators.ts';
import type { PublishedProfile } from '../../schema/creators/profile.ts';
import type { PageStatus } from '../../schema/shared/enums.ts';
import { build, changesOne, json, type Query, select, type TypeOf } from '../query.ts';
import { activeCreators, shownServices } from '../tables/catalog.ts';
import { creatorPages, creators } from '../tables/creators.ts';
import { addressOf } from './addresses.ts';
import { isPublicationOn } from './controls.ts';
import { publishedFields } from './profiles.ts';

/** The copy of the draft that a publication stores. */
const published = sql<PublishedProfile>`${json(publishedFields)}::jsonb`;

/** The page is published, with the draft as it is now; null where that is unknown. */
const isUnchanged = sql`(${creatorPages.status} = 'PUBLISHED' and ${creatorPages.publishedProfile} = ${published})`;

const pageJson = json({
  publicId: creators.publicId,
  status: creatorPages.status,
  version: creatorPages.version,
  publishedVersion: creatorPages.publishedVersion,
  publishedAt: creatorPages.publishedAt,
  publishIntent: creatorPages.publishIntent,
  address: addressOf(creators.userId),
  /** From the draft. */
  displayName: creators.displayName,
  /** There is an available service with usage terms. Without one no page answers. */
  isOffering: sql<boolean>`exists (select from ${shownServices} where ${shownServices.creatorId} = ${creators.userId})`,
  isUnchanged: sql<boolean>`${isUnchanged} is true`,
  /** The fields in which the draft differs from the published copy. */
  waitingChanges: sql<PublishedField[]>`(select coalesce(json_agg(draft.key), '[]') from jsonb_each(${published}) draft
    where draft.value is distinct from ${creatorPages.publishedProfile} -> draft.key)`,
});

/** The state of a creator's page, as JSON. */
export type PageRecord = TypeOf<typeof pageJson>;

/** The state of a creator's page, or null: a field of the facts. */
export const pageOf = (creatorId: number): SQL<PageRecord | null> =>
  sql`(select ${pageJson} from ${creators} join ${creatorPages} on ${creatorPages.creatorId} = ${creators.userId}
    where ${creators.userId} = ${creatorId})`;

/** The page that a publication would show now: a field of the facts. */
export const draftPageOf = (creatorId: number): SQL<DraftPage> => sql`creator_draft_page(${creatorId})::json`;

/** The draft page for holders of a preview address. No row when the user is suspended or no longer a creator. */
export const previewOf = (publicId: string): Query<{ readonly page: DraftPage }> =>
  select(
    { page: sql<DraftPage>`creator_draft_page(${activeCreators.userId})::json` },
    sql`from ${activeCreators} where ${activeCreators.publicId} = ${publicId}::uuid`,
  );

/**
 * Stores a copy of the draft and shows it, while staff allows it; catalog_refresh follows in the same commit. A page that shows this
 * draft already keeps the time of its publication. VERSION_CONFLICT ends the transaction when the draft changed since it was read.
 */
export const publishPage = (creatorId: number, known: Pick<PageRecord, 'version' | 'isUnchanged'>, at: Date): SQL =>
  changesOne(
    build
      .update(creatorPages)
      .set({
        status: 'PUBLISHED',
        version: sql`${creatorPages.version} + 1`,
        publishedVersion: sql`${creatorPages.version} + 1`,
        publishedAt: sql`case when ${isUnchanged} then ${creatorPages.publishedAt} else ${at}::timestamptz end`,
        updatedAt: at,
        publishIntent: false,
        publishedProfile: published,
      })
      .from(creators)
      .where(
        and(
          eq(creators.userId, creatorPages.creatorId),
          eq(creatorPages.creatorId, creatorId),
          eq(creatorPages.version, known.version),
          sql`(${isUnchanged} is true) = ${known.isUnchanged}::boolean`,
          ne(creators.displayName, ''),
          isPublicationOn,
        ),
      ),
  );

/** Any other transition of a page, at the version that was read. */
export const movePage = (creatorId: number, expectedVersion: number, to: PageStatus, at: Date): SQL =>
  changesOne(
    build
      .update(creatorPages)
      .set({ status: to, version: sql`${creatorPages.version} + 1`, updatedAt: at })
      .where(and(eq(creatorPages.creatorId, creatorId), eq(creatorPages.version, expectedVersion))),
  );

/** Records or clears the creator's intent to publish while publication is switched off. */
export const recordPublishIntent = (creatorId: number, isWanted: boolean, at: Date): SQLWrapper =>
  build
    .update(creatorPages)
    .set({ publishIntent: isWanted, updatedAt: at })
    .where(and(eq(creatorPages.creatorId, creatorId), ne(creatorPages.publishIntent, isWanted)));
