import { and, eq } from 'drizzle-orm';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import type { MetricRules } from '../../schema/metrics/metric-rules.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { array, cursorGuard, largestId } from '../client.ts';
import { limitCode } from '../failures.ts';
import { build, changesOne, guard, insertSelect, iso, json, type Query, select, type TypeOf } from '../query.ts';
import { creditAccounts } from '../tables/credits.ts';
import { factories, factoryAccounts, factoryPosts } from '../tables/factories.ts';
import { users } from '../tables/identity.ts';
import { shareLinks } from '../tables/share-links.ts';

/** Platforms whose metrics the operator withholds, from all but the owner of the account, or from sums. */
export type Withheld = Pick<MetricRules, 'FIGURES_WITHHELD' | 'DERIVED_METRICS_WITHHELD'>;

/**
 * The views of an account of a factory that count in the sums that the owner of the factory sees, or null. What was measured under a grant that has
 * ended does not count, although it is deleted only later.
 */
const summedViews = ({ FIGURES_WITHHELD, DERIVED_METRICS_WITHHELD }: Withheld): SQL => {
  const isWithheld = sql`${factoryAccounts.platform} = any (${array(FIGURES_WITHHELD)}::text[])`;
  const access = sql`case when ${isWithheld} then 'OWN' else 'OWNER' end`;
  const since = sql`(select factory_shown_since(${factoryAccounts.socialAccountId}, ${factories.ownerId}, ${access}))`;
  return sql`case when ${factoryAccounts.platform} = any (${array(DERIVED_METRICS_WITHHELD)}::text[]) then null
    when ${factoryAccounts.socialAccountId} is null then case when not ${isWithheld} then ${factoryAccounts.views} end
    else (select sum(${factoryPosts.views}) from ${factoryPosts}
      where ${factoryPosts.accountId} = ${factoryAccounts.id} and ${factoryPosts.viewsAt} >= ${since}) end`;
};

/** The sums of the accounts of a row of factories, with the views of each as `shown`. */
const sumsJson = json({
  accounts: sql<number>`count(*)::int`,
  posts: sql<number>`coalesce(sum(${factoryAccounts.posts}), 0)::int`,
  views: sql<number | null>`sum(shown.views)::float8`,
  /** Those whose views the sum adds up. */
  platforms: sql<
    readonly Platform[]
  >`coalesce(jsonb_agg(distinct ${factoryAccounts.platform}) filter (where shown.views is not null), '[]')`,
  lastScannedAt: sql<string | null>`${iso(sql`max(${factoryAccounts.lastScannedAt})`)}`,
});

const factoryJson = (withheld: Withheld, at: Date) =>
  json({
    id: factories.id,
    version: factories.version,
    name: factories.name,
    status: factories.status,
    pauseReason: factories.pauseReason,
    intervalHours: factories.intervalHours,
    trackingDays: factories.trackingDays,
    hiddenFields: factories.hiddenFields,
    createdAt: factories.createdAt,
    /** Counted only for a factory that lacks credits, because it reads the posts. */
    neededCredits: sql<number | null>`case when ${factories.pauseReason} = 'NO_CREDITS'
      then ${nextScanOf({ intervalHours: factories.intervalHours, trackingDays: factories.trackingDays }, at)} end`,
    sums: sql<TypeOf<typeof sumsJson>>`(select ${sumsJson} from ${factoryAccounts}
      cross join lateral (select ${summedViews(withheld)} as views offset 0) shown where ${factoryAccounts.factoryId} = ${factories.id})`,
  });

/** A factory with the sums of its accounts, as JSON. */
export type FactoryRecord = TypeOf<ReturnType<typeof factoryJson>>;

/** A condition: the factory is one of this owner, and is not deleted. */
export const isFactoryOf = (ownerId: number, id: number): SQL =>
  sql`${factories.id} = ${id} and ${factories.ownerId} = ${ownerId} and ${factories.deletedAt} is null`;

/** A factory of this owner, or null: a field of the facts. Its sums leave out what is `withheld`. */
export const factoryOf = (ownerId: number, id: number, withheld: Withheld, at: Date): SQL<FactoryRecord | null> =>
  sql`(select ${factoryJson(withheld, at)} from ${factories} where ${isFactoryOf(ownerId, id)})`;

/** Whether there is such a factory of this owner: a field of the facts. */
export const isFactory = (ownerId: number, id: number): SQL<boolean> =>
  sql`exists (select from ${factories} where ${isFactoryOf(ownerId, id)})`;

/** The credits that the scans of this owner can still reserve: a field of the facts. */
export const availableCredits = (ownerId: number): SQL<number> =>
  sql`coalesce((select (${creditAccounts.balance} - ${creditAccounts.reserved})::float8 from ${creditAccounts}
    where ${creditAccounts.ownerId} = ${ownerId}), 0)`;

interface Intervals<Given> {
  readonly intervalHours: Given;
  readonly trackingDays: Given;
}

/** The credits that the next scan of a row of factories needs; null if it has no posts to scan. */
const nextScanOf = ({ intervalHours, trackingDays }: Intervals<number | SQLWrapper>, at: Date): SQL =>
  sql`factory_next_scan(${factories.id}, ${intervalHours}, ${trackingDays}, ${at})`;

/** The credits that the next scan of a factory of this owner needs with these settings, or null: a field of the facts. */
export const nextScanCredits = (
  ownerId: number,
  id: number,
  given: Partial<Intervals<number | undefined>>,
  at: Date,
): SQL<number | null> => {
  const { intervalHours = factories.intervalHours, trackingDays = factories.trackingDays } = given;
  return sql`(select ${nextScanOf({ intervalHours, trackingDays }, at)} from ${factories} where ${isFactoryOf(ownerId, id)})`;
};

/** Inserts a factory. The limit `factories` refuses it when its owner would have more than `limit`. */
export const insertFactory = (
  { id, version, name, intervalHours, trackingDays, createdAt }: Omit<FactoryRecord, 'sums' | 'neededCredits'>,
  ownerId: number,
  limit: number,
): SQLWrapper[] => {
  const at = new Date(createdAt);
  const factory = { id, ownerId, version, name, intervalHours, trackingDays, createdAt: at, updatedAt: at };
  return [
    sql`select from ${users} where ${users.id} = ${ownerId} for no key update`,
    insertSelect(factories, factory, sql``),
    guard(
      sql`(select count(*) <= ${limit} from ${factories} where ${factories.ownerId} = ${ownerId} and ${factories.deletedAt} is null)`,
      limitCode('factories'),
    ),
  ];
};

/** Stores the settings of a factory that were changed, expecting the version before this one. */
export const changeFactory = (factory: FactoryRecord, at: Date): SQL =>
  changesOne(
    build
      .update(factories)
      .set({
        version: factory.version,
        name: factory.name,
        status: factory.status,
        pauseReason: factory.pauseReason,
        intervalHours: factory.intervalHours,
        trackingDays: factory.trackingDays,
        hiddenFields: factory.hiddenFields,
        updatedAt: at,
      })
      .where(
        and(
          eq(factories.id, factory.id),
          eq(factories.version, factory.version - 1),
          sql`${factories.deletedAt} is null`,
        ),
      ),
  );

/** Deletes a factory for its owner, and its share links. Its credit history stays. */
export const deleteFactory = ({ id, version }: Pick<FactoryRecord, 'id' | 'version'>, at: Date): SQLWrapper[] => [
  heldFactory(id),
  // Before the update, whose trigger locks the credit account.
  build.delete(shareLinks).where(eq(shareLinks.factoryId, id)),
  changesOne(
    build
      .update(factories)
      .set({ deletedAt: at, updatedAt: at })
      .where(and(eq(factories.id, id), eq(factories.version, version), sql`${factories.deletedAt} is null`)),
  ),
];

/** Locks a factory, unless it is deleted. Changes of its accounts and tag groups lock it first. */
export const heldFactory = (id: number): SQL =>
  sql`with held as (select 1 from ${factories} where ${factories.id} = ${id} and ${factories.deletedAt} is null for no key update)
    ${guard(sql`(select count(*) from held) = 1`, 'VERSION_CONFLICT')}`;

export interface FactoriesPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/** The factories of an owner, newest first, and one more than the limit. A cursor that was never one of them is INVALID_CURSOR. */
export function factoriesPage(
  ownerId: number,
  { limit, cursor }: FactoriesPage,
  withheld: Withheld,
  at: Date,
): Query<{ readonly factory: FactoryRecord }> {
  const own = sql`${factories} where ${factories.id} = ${cursor ?? null} and ${factories.ownerId} = ${ownerId}`;
  return select(
    { factory: factoryJson(withheld, at) },
    sql`from ${factories}
      where ${factories.deletedAt} is null and ${factories.ownerId} >= ${ownerId}
        and (${factories.ownerId}, ${factories.id}) < (${ownerId}, ${cursor ?? largestId})
        ${cursor === undefined ? sql`` : sql`and ${cursorGuard(own)}`}
      order by ${factories.ownerId} desc, ${factories.id} desc limit ${limit + 1}`,
  );
}
