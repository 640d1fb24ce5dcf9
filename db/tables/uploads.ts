import { bigint, check, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { uploadStatuses, virusChecks } from '../../schema/uploads/uploads.ts';
import { placementAssignments } from './assignments.ts';
import { campaignPosts } from './campaign-posts.ts';
import { channels } from './channels.ts';
import { at, bytes, idOf, isOneOf } from './columns.ts';
import { creators } from './creators.ts';
import { deliverables } from './deliverables.ts';
import { users } from './identity.ts';
import { statsSessions } from './social-accounts.ts';

/** A private file. URLs are signed for incomingKey alone. The checked copy at storedKey is the one that counts and is served. */
export const privateUploads = pgTable(
  'private_uploads',
  {
    id: uuid('id').primaryKey(),
    ownerId: idOf('owner_id')
      .notNull()
      .references(() => users.id),
    channelId: idOf('channel_id').references(() => channels.id),
    assignmentId: idOf('assignment_id').references(() => placementAssignments.id),
    deliverableId: idOf('deliverable_id').references(() => deliverables.id),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: bytes('sha256').notNull(),
    status: text('status', { enum: uploadStatuses }).notNull().default('PENDING'),
    incomingKey: text('incoming_key').notNull().unique('private_uploads_incoming_key_key'),
    storedKey: text('stored_key').unique('private_uploads_stored_key_key'),
    /** The expiry of the last signed URL. The sweep stores EXPIRED; until then a PENDING file past it reads as EXPIRED. */
    expiresAt: at('expires_at').notNull(),
    /** The lease of the request that checks the file. */
    checkLeasedUntil: at('check_leased_until'),
    /** When incomingKey was deleted, after every URL for it had expired. */
    incomingDeletedAt: at('incoming_deleted_at'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    /** Images are stored without EXIF, so the copy may differ from the announced file. Null: it does not. */
    storedSize: bigint('stored_size', { mode: 'number' }),
    storedSha256: bytes('stored_sha256'),
    /** Evidence of ownership, a recording of statistics, a screenshot of a post, and a picture of a portfolio, is deleted 30 days after it stopped being needed. */
    unneededSince: at('unneeded_since'),
    /** The result of the virus scanner; null for files from before there was one. */
    virusCheck: text('virus_check', { enum: virusChecks }),
    /** The session that a recording of statistics is for. */
    statsSessionId: idOf('stats_session_id').references(() => statsSessions.id),
    /** The post of a campaign that a screenshot shows. */
    campaignPostId: idOf('campaign_post_id').references(() => campaignPosts.id),
    /** The creator whose portfolio may get the picture. */
    portfolioCreatorId: idOf('portfolio_creator_id').references(() => creators.userId),
    /** The seq of the event of the statement that has the file. A file of an assignment without a deliverable is for a statement. */
    statementSeq: integer('statement_seq'),
  },
  (t) => [
    check('private_uploads_file_name_check', sql`length(${t.fileName}) >= 1 and length(${t.fileName}) <= 255`),
    check(
      'private_uploads_one_purpose',
      sql`(num_nonnulls(${t.channelId}, ${t.assignmentId}, ${t.statsSessionId}, ${t.campaignPostId}, ${t.portfolioCreatorId}) = 1) and (${t.deliverableId} is null or ${t.assignmentId} is not null)`,
    ),
    check('private_uploads_sha256_check', sql`length(${t.sha256}) = 32`),
    check('private_uploads_size_check', sql`${t.size} > 0`),
    check(
      'private_uploads_statement',
      sql`${t.statementSeq} is null or (${t.status} = 'VERIFIED' and ${t.assignmentId} is not null and ${t.deliverableId} is null)`,
    ),
    isOneOf('private_uploads_status_check', t.status, uploadStatuses),
    check('private_uploads_stored_sha256_check', sql`length(${t.storedSha256}) = 32`),
    check('private_uploads_stored_size_check', sql`${t.storedSize} > 0`),
    check('private_uploads_verified_copy', sql`(${t.status} = 'VERIFIED') = (${t.storedKey} is not null)`),
    isOneOf('private_uploads_virus_check_check', t.virusCheck, virusChecks),
    index('private_uploads_assignment').on(t.assignmentId).where(sql`${t.assignmentId} is not null`),
    index('private_uploads_campaign_post').on(t.campaignPostId).where(sql`${t.campaignPostId} is not null`),
    index('private_uploads_channel').on(t.channelId).where(sql`${t.channelId} is not null`),
    index('private_uploads_open').on(t.ownerId).where(sql`${t.status} = 'PENDING'`),
    index('private_uploads_stats_session').on(t.statsSessionId).where(sql`${t.statsSessionId} is not null`),
    index('private_uploads_unneeded')
      .on(t.unneededSince)
      .where(sql`${t.status} = 'VERIFIED' and ${t.unneededSince} is not null`),
    index('private_uploads_incoming').on(t.expiresAt).where(sql`${t.incomingDeletedAt} is null`),
  ],
);

/** The private files that prove a deliverable. */
export const deliverableProofs = pgTable(
  'deliverable_proofs',
  {
    deliverableId: idOf('deliverable_id')
      .notNull()
      .references(() => deliverables.id),
    position: smallint('position').notNull(),
    uploadId: uuid('upload_id')
      .notNull()
      .references(() => privateUploads.id)
      .unique('deliverable_proofs_upload_id_key'),
  },
  (t) => [primaryKey({ name: 'deliverable_proofs_pkey', columns: [t.deliverableId, t.position] })],
);
