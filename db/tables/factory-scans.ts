import { check, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { factoryScanStatuses } from '../../schema/factories/factory-terms.ts';
import type { UnknownCounts } from '../../schema/metrics/readings.ts';
import { at, count, idOf, isOneOf } from './columns.ts';
import { factoryId } from './factories.ts';
import { users } from './identity.ts';

/** One scan of an account, from its claim to its end. Only functions of the database write it. */
export const factoryScans = pgTable(
  'factory_scans',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    factoryId: factoryId(),
    ownerId: idOf('owner_id')
      .notNull()
      .references(() => users.id),
    /** No foreign key: the account may be removed. */
    accountId: idOf('account_id').notNull(),
    status: text('status', { enum: factoryScanStatuses }).notNull().default('OPEN'),
    /** Credits reserved for it: one for each post that is due. */
    held: integer('held').notNull(),
    /** Credits that it has cost when it ended: one for each post that the platform answered for. */
    charged: integer('charged').notNull().default(0),
    /** Posts that the platform has answered for in the commits so far. */
    answered: integer('answered').notNull().default(0),
    /** The posts up to this id were asked for. The next message asks for those after it. */
    askedUntil: count('asked_until').notNull().default(0),
    openedAt: at('opened_at').notNull(),
    /** The end of the lease of its account. */
    leaseEnd: at('lease_end').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [
    isOneOf('factory_scans_status_check', t.status, factoryScanStatuses),
    check('factory_scans_charged_check', sql`${t.charged} between 0 and ${t.held}`),
    check('factory_scans_ended', sql`(${t.status} = 'OPEN') = (${t.endedAt} is null)`),
    uniqueIndex('factory_scans_one_open').on(t.accountId).where(sql`${t.status} = 'OPEN'`),
    index('factory_scans_open').on(t.leaseEnd).where(sql`${t.status} = 'OPEN'`),
    index('factory_scans_factory').on(t.factoryId).where(sql`${t.status} = 'OPEN'`),
  ],
);

const measuredCounts = () => ({
  views: count('views'),
  likes: count('likes'),
  comments: count('comments'),
  saves: count('saves'),
});

/** One reading of a post. Unknown is null, never 0. The migration partitions the table by month. No answer reads it. */
export const factoryMeasurements = pgTable(
  'factory_measurements',
  {
    /** No foreign keys: a new partition would lock the tables that they name. */
    accountId: idOf('account_id').notNull(),
    postId: idOf('post_id').notNull(),
    measuredAt: at('measured_at').notNull(),
    ...measuredCounts(),
    /** The adapter that measured. */
    source: text('source').notNull(),
    /** The definition of a view that applied, where it has changed. */
    viewDefinition: text('view_definition'),
    /** Why each unknown count is unknown. */
    reasons: jsonb('reasons').$type<UnknownCounts>().notNull(),
    /** Flags that it raised. */
    flags: text('flags').array().notNull(),
  },
  (t) => [primaryKey({ name: 'factory_measurements_pkey', columns: [t.accountId, t.postId, t.measuredAt] })],
);

/**
 * The last known counts of a post at the end of a UTC day on which it was scanned, each with the time of its measurement. An older count is
 * carried with its own time.
 */
export const factoryPostDays = pgTable(
  'factory_post_days',
  {
    accountId: idOf('account_id').notNull(),
    postId: idOf('post_id').notNull(),
    day: date('day').notNull(),
    /** The last scan of the day. */
    takenAt: at('taken_at').notNull(),
    ...measuredCounts(),
    viewsAt: at('views_at'),
    likesAt: at('likes_at'),
    commentsAt: at('comments_at'),
    savesAt: at('saves_at'),
    completeViews: count('complete_views'),
    completeReactions: count('complete_reactions'),
    completeAt: at('complete_at'),
  },
  (t) => [primaryKey({ name: 'factory_post_days_pkey', columns: [t.accountId, t.postId, t.day] })],
);

/** The sums of the posts of an account at the end of a UTC day on which it was scanned: the fold of factory_post_days. Unknown is null. */
export const factoryAccountDays = pgTable(
  'factory_account_days',
  {
    accountId: idOf('account_id').notNull(),
    day: date('day').notNull(),
    takenAt: at('taken_at').notNull(),
    ...measuredCounts(),
    completeViews: count('complete_views'),
    completeReactions: count('complete_reactions'),
  },
  (t) => [primaryKey({ name: 'factory_account_days_pkey', columns: [t.accountId, t.day] })],
);

/** Accounts that were removed from factories, whose measurements and days are deleted at night. */
export const removedFactoryAccounts = pgTable('removed_factory_accounts', {
  accountId: idOf('account_id').primaryKey(),
  removedAt: at('removed_at').notNull(),
});
