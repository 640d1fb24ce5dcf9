import { check, index, integer, pgTable, primaryKey, smallint, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { deliverableKinds } from '../../schema/shared/enums.ts';
import { placementAssignments } from './assignments.ts';
import { campaignPosts } from './campaign-posts.ts';
import { at, id, idOf, isOneOf } from './columns.ts';

export const deliverables = pgTable(
  'deliverables',
  {
    id: id(),
    assignmentId: idOf('assignment_id')
      .notNull()
      .references(() => placementAssignments.id),
    position: smallint('position').notNull(),
    kind: text('kind', { enum: deliverableKinds }).notNull(),
    expectedAt: at('expected_at').notNull(),
    description: text('description'),
    version: integer('version').notNull().default(1),
    url: text('url'),
    contentId: text('content_id'),
    publishedRevision: integer('published_revision'),
    note: text('note'),
    publishedAt: at('published_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [
    check(
      'deliverables_check',
      sql`${t.kind} = 'PUBLIC' or (${t.url} is null and ${t.contentId} is null and ${t.publishedRevision} is null)`,
    ),
    isOneOf('deliverables_kind_check', t.kind, deliverableKinds),
    check('deliverables_position_check', sql`${t.position} >= 1`),
    check('deliverables_version_check', sql`${t.version} >= 1`),
    unique('deliverables_assignment_id_position_key').on(t.assignmentId, t.position),
    index('deliverables_public').on(t.assignmentId, t.id, t.contentId).where(sql`${t.kind} = 'PUBLIC'`),
  ],
);

/**
 * A public post is one thing in all of Castline: it proves one deliverable, until the work is refunded, or it is the post of one campaign, until it
 * is rejected.
 */
export const provenPosts = pgTable(
  'proven_posts',
  {
    platform: text('platform').notNull(),
    contentId: text('content_id').notNull(),
    deliverableId: idOf('deliverable_id')
      .references(() => deliverables.id)
      .unique('proven_posts_deliverable_id_key'),
    campaignPostId: idOf('campaign_post_id').references(() => campaignPosts.id),
  },
  (t) => [
    primaryKey({ name: 'proven_posts_pkey', columns: [t.platform, t.contentId] }),
    check('proven_posts_one_use', sql`num_nonnulls(${t.deliverableId}, ${t.campaignPostId}) = 1`),
    uniqueIndex('proven_posts_campaign_post').on(t.campaignPostId).where(sql`${t.campaignPostId} is not null`),
  ],
);
