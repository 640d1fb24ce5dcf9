import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import type { PictureType } from '../../schema/shared/enums.ts';
import { amount, asciiText, at, idOf } from './columns.ts';
import { creators } from './creators.ts';

/** The read model: a row for each creator that the catalog shows, with the finished JSON of its entry. */
export const catalogCreators = pgTable(
  'catalog_creators',
  {
    creatorId: idOf('creator_id')
      .primaryKey()
      .references(() => creators.userId),
    publicId: uuid('public_id').notNull(),
    lastModified: at('last_modified').notNull(),
    minPrice: amount('min_price').notNull(),
    /** The lists of catalogLists that the creator is in. */
    lists: text('lists').array().notNull(),
    words: text('words').array().notNull(),
    content: text('content').notNull(),
    entry: text('entry').notNull(),
    /** The ETag of a list is computed from those of its entries. */
    etag: text('etag').notNull().generatedAlwaysAs(sql`md5(entry)`),
    /** The entry without channels and services, for shops with more than an entry shows: a filter selects them. */
    frame: text('frame'),
  },
  (t) => [
    index('catalog_creators_lists')
      .using('gin', sql`array_to_tsvector(array_remove(${t.lists}, ''))`)
      .with({ fastupdate: 'off' }),
    uniqueIndex('catalog_creators_public_id').on(t.publicId),
    // A sitemap reads the index alone, because the rows are wide.
    index('catalog_creators_sitemap').on(t.publicId, t.lastModified),
  ],
);

export const catalogPages = pgTable('catalog_pages', {
  publicId: uuid('public_id').primaryKey(),
  creatorId: idOf('creator_id')
    .notNull()
    .references(() => catalogCreators.creatorId, { onDelete: 'cascade' })
    .unique('catalog_pages_creator_id_key'),
  etag: text('etag').notNull(),
  page: text('page').notNull(),
});

export const catalogServices = pgTable(
  'catalog_services',
  {
    listingId: idOf('listing_id').primaryKey(),
    creatorId: idOf('creator_id')
      .notNull()
      .references(() => catalogCreators.creatorId, { onDelete: 'cascade' }),
    platform: text('platform').notNull(),
    type: text('type').notNull(),
    variant: text('variant').notNull(),
    basePrice: amount('base_price').notNull(),
    countries: text('countries').array().notNull(),
    channelId: idOf('channel_id'),
    entry: text('entry'),
  },
  (t) => [index('catalog_services_creator').on(t.creatorId, t.basePrice, t.listingId, t.channelId)],
);

export const catalogChannels = pgTable(
  'catalog_channels',
  {
    channelId: idOf('channel_id').primaryKey(),
    creatorId: idOf('creator_id')
      .notNull()
      .references(() => catalogCreators.creatorId, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    channel: text('channel').notNull(),
  },
  (t) => [index('catalog_channels_creator').on(t.creatorId, t.position, t.channelId)],
);

/** The inverted index: (list, sort key, creator) in both orders. A list is empty (everyone), a filter value, or a word. */
export const catalogLists = pgTable(
  'catalog_lists',
  {
    list: asciiText('list').notNull(),
    creatorId: idOf('creator_id').notNull(),
    lastModified: at('last_modified').notNull(),
    minPrice: amount('min_price').notNull(),
    maxPrice: amount('max_price').notNull(),
    /** A Bloom filter of the creator's other lists. With the prices it refuses most creators without reading them. */
    listBits: amount('list_bits').notNull(),
  },
  (t) => [
    index('catalog_lists_activity').on(
      t.list,
      t.lastModified.desc().nullsFirst(),
      t.creatorId.desc().nullsFirst(),
      t.minPrice,
      t.maxPrice,
      t.listBits,
    ),
    index('catalog_lists_price').on(t.list, t.minPrice, t.creatorId, t.maxPrice, t.listBits),
  ],
);

/**
 * The number of creators in each list, in sixteen parts. A commit changes the part of its creator's shard of catalogGenerations, which it
 * locks first. So it waits only for commits that it would also wait for at that counter.
 */
export const catalogListCounts = pgTable(
  'catalog_list_counts',
  {
    list: asciiText('list').notNull(),
    shard: smallint('shard').notNull(),
    creators: integer('creators').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.list, t.shard] }),
    check('catalog_list_counts_creators_check', sql`${t.creators} >= 0`),
  ],
);

/**
 * Words of names, handles, topics and titles of listed creators, for prefix and typo search. Older words rank first, so that new ones
 * displace none.
 */
export const catalogWords = pgTable(
  'catalog_words',
  {
    word: asciiText('word').primaryKey(),
    since: at('since').notNull(),
  },
  (t) => [
    index('catalog_words_2').on(sql`left(${t.word}, 2)`, t.since, t.word),
    index('catalog_words_3').on(sql`left(${t.word}, 3)`, t.since, t.word),
    index('catalog_words_4').on(sql`left(${t.word}, 4)`, t.since, t.word),
    index('catalog_words_6').on(sql`left(${t.word}, 6)`, t.since, t.word),
    index('catalog_words_long').using('gin', t.word.op('gin_trgm_ops')).where(sql`length(${t.word}) >= 9`),
    index('catalog_words_middle')
      .using('gin', t.word.op('gin_trgm_ops'))
      .where(sql`length(${t.word}) >= 6 and length(${t.word}) <= 12`),
    index('catalog_words_short')
      .using('gin', t.word.op('gin_trgm_ops'))
      .where(sql`length(${t.word}) >= 4 and length(${t.word}) <= 8`),
  ],
);

/** The last place of a creator before a change, for cursors whose creator has left or moved. */
export const catalogFormer = pgTable(
  'catalog_former',
  {
    publicId: uuid('public_id').primaryKey(),
    creatorId: idOf('creator_id')
      .notNull()
      .references(() => creators.userId)
      .unique('catalog_former_creator_id_key'),
    lastModified: at('last_modified').notNull(),
    minPrice: amount('min_price').notNull(),
    words: text('words').array().notNull(),
    lists: text('lists').array().notNull(),
    until: at('until').notNull(),
  },
  (t) => [index('catalog_former_until').on(t.until).where(sql`${t.lists} <> '{}'`)],
);

/** Creators with outdated rows: reads compute their entries until a job has refreshed them. */
export const catalogDue = pgTable(
  'catalog_due',
  {
    creatorId: idOf('creator_id')
      .primaryKey()
      .references(() => creators.userId),
    publicId: uuid('public_id').notNull().unique('catalog_due_public_id_key'),
    at: at('at').notNull(),
    /** Something may be hidden, so reads check that the page is still public. */
    mayBeUnlisted: boolean('may_be_unlisted').notNull(),
  },
  (t) => [index('catalog_due_latest').on(t.at.desc().nullsFirst())],
);

/** Counters that a commit advances when it changes what the public sees. There are sixteen, by the first digit of publicId, so that commits do not wait for each other. */
export const catalogGenerations = pgTable('catalog_generations', {
  shard: smallint('shard').primaryKey(),
  value: amount('value').notNull().default(sql`0`),
});

/** Part of every cache key. A restore changes it, because it resets the counters. */
export const catalogEpochs = pgTable(
  'catalog_epochs',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    value: text('value').notNull(),
  },
  (t) => [check('catalog_epochs_is_only_check', sql`${t.isOnly}`)],
);

/** Shards with new measurements that lists do not show yet. */
export const catalogUnpublishedMetrics = pgTable('catalog_unpublished_metrics', {
  shard: integer('shard').notNull(),
});

/** When lists last showed new measurements. */
export const catalogMetricsPublished = pgTable('catalog_metrics_published', {
  at: at('at').notNull(),
});

/** Creators with a new answer or a completed order since their rows were written. A creator may have several rows. */
export const catalogFiguresDue = pgTable('catalog_figures_due', { creatorId: idOf('creator_id').notNull() }, (t) => [
  index('catalog_figures_due_creator').on(t.creatorId),
]);

/** Creators who are not suspended. */
export const activeCreators = pgView('active_creators', {
  userId: idOf('user_id'),
  publicId: uuid('public_id').notNull(),
}).existing();

/** Pictures that may be shown. */
export const picturesInUse = pgView('pictures_in_use', {
  id: uuid('id').notNull(),
  ownerId: idOf('owner_id'),
  /** Null for a picture of a portfolio. */
  platform: text('platform'),
  objectKey: text('object_key').notNull(),
  contentType: text('content_type').$type<PictureType>().notNull(),
  storedAt: at('stored_at').notNull(),
  isOfFactory: boolean('is_of_factory').notNull(),
}).existing();

export const shownServices = pgView('shown_services', {
  id: idOf('id'),
  creatorId: idOf('creator_id'),
}).existing();
