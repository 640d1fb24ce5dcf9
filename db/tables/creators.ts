import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import type { Profile, PublishedProfile } from '../../schema/creators/profile.ts';
import { channelTypes, pageStatuses } from '../../schema/shared/enums.ts';
import { asciiText, at, bytes, idOf, isOneOf } from './columns.ts';
import { users } from './identity.ts';

export const creators = pgTable(
  'creators',
  {
    userId: idOf('user_id')
      .primaryKey()
      .references(() => users.id),
    publicId: uuid('public_id').notNull().defaultRandom().unique('creators_public_id_key'),
    displayName: text('display_name').notNull().default(''),
    bio: text('bio').notNull().default(''),
    topics: text('topics').array().notNull().default([]),
    languages: text('languages').array().notNull().default([]),
    geo: text('geo').array().notNull().default([]),
    channelType: text('channel_type', { enum: channelTypes }),
    contacts: jsonb('contacts').$type<Profile['contacts']>().notNull().default({}),
    avatarUrl: text('avatar_url'),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('creators_bio_check', sql`length(${t.bio}) <= 2000`),
    isOneOf('creators_channel_type_check', t.channelType, channelTypes),
    check('creators_display_name_check', sql`length(${t.displayName}) <= 80`),
    check('creators_topics_check', sql`cardinality(${t.topics}) <= 10`),
    check('creators_version_check', sql`${t.version} > 0`),
  ],
);

/** The published profile is a copy: later edits change the draft in `creators` alone. */
export const creatorPages = pgTable(
  'creator_pages',
  {
    creatorId: idOf('creator_id')
      .primaryKey()
      .references(() => creators.userId),
    status: text('status', { enum: pageStatuses }).notNull().default('NONE'),
    version: integer('version').notNull().default(1),
    publishedVersion: integer('published_version'),
    publishedProfile: jsonb('published_profile').$type<PublishedProfile>(),
    publishedAt: at('published_at'),
    publishIntent: boolean('publish_intent').notNull().default(false),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check(
      'creator_pages_frozen',
      sql`${t.status} <> 'PUBLISHED' or (${t.publishedVersion} is not null and ${t.publishedAt} is not null and ((${t.publishedProfile} ->> 'displayName') <> ''))`,
    ),
    check('creator_pages_published_version_check', sql`${t.publishedVersion} > 0`),
    isOneOf('creator_pages_status_check', t.status, pageStatuses),
    check('creator_pages_version_check', sql`${t.version} > 0`),
  ],
);

/** The names of pages in addresses such as /@name. A released name stays with its creator, so that nobody gets the links of another. */
export const creatorAddresses = pgTable(
  'creator_addresses',
  {
    name: asciiText('name').primaryKey(),
    creatorId: idOf('creator_id')
      .notNull()
      .references(() => creators.userId),
    chosenAt: at('chosen_at').notNull(),
    releasedAt: at('released_at'),
  },
  (t) => [
    check('creator_addresses_name_check', sql`${t.name} ~ '^[a-z0-9-]{3,30}$'`),
    uniqueIndex('creator_addresses_current').on(t.creatorId).where(sql`${t.releasedAt} is null`),
    index('creator_addresses_creator').on(t.creatorId),
  ],
);

/** The SHA-256 of the names of erased accounts. Nobody gets such a name again, because links to it may still exist. */
export const formerAddresses = pgTable('former_addresses', { nameSha256: bytes('name_sha256').primaryKey() });
