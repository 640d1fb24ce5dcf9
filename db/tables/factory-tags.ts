import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { at, id, idOf } from './columns.ts';
import { factoryAccounts, factoryId } from './factories.ts';
import { users } from './identity.ts';

/** A tag of a user, for all the user's factories. */
export const tags = pgTable(
  'tags',
  {
    id: id(),
    ownerId: idOf('owner_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [uniqueIndex('tags_owner_name').on(t.ownerId, sql`lower(${t.name})`)],
);

const tagId = () =>
  idOf('tag_id')
    .notNull()
    .references(() => tags.id);

export const factoryAccountTags = pgTable(
  'factory_account_tags',
  {
    accountId: idOf('account_id')
      .notNull()
      .references(() => factoryAccounts.id),
    tagId: tagId(),
  },
  (t) => [
    primaryKey({ name: 'factory_account_tags_pkey', columns: [t.accountId, t.tagId] }),
    index('factory_account_tags_tag').on(t.tagId, t.accountId),
  ],
);

/** A named set of tags of one factory. */
export const tagGroups = pgTable(
  'tag_groups',
  { id: id(), factoryId: factoryId(), name: text('name').notNull(), createdAt: at('created_at').notNull() },
  (t) => [uniqueIndex('tag_groups_name').on(t.factoryId, sql`lower(${t.name})`)],
);

export const tagGroupTags = pgTable(
  'tag_group_tags',
  {
    groupId: idOf('group_id')
      .notNull()
      .references(() => tagGroups.id),
    tagId: tagId(),
  },
  (t) => [
    primaryKey({ name: 'tag_group_tags_pkey', columns: [t.groupId, t.tagId] }),
    index('tag_group_tags_tag').on(t.tagId),
  ],
);
