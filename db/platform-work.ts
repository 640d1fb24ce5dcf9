import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../schema/shared/enums.ts';
import type { WorkName } from '../schema/social-accounts/platform-buckets.ts';
import { array, type Db, jsonb } from './client.ts';
import { available, isHeld, type Leasable } from './leases.ts';
import { one, query } from './query.ts';
import { type GrantAccess, grantAccessOf, touchGrant } from './social-accounts/grant-access.ts';
import { failingBefore, isPaused } from './social-accounts/outages.ts';
import { type Spending, spending, stopping } from './social-accounts/platform-budgets.ts';
import { platformBudgets } from './tables/metrics.ts';

/** Rows that are due repeatedly and whose data come from platforms. */
export interface DueWork<Name extends WorkName = WorkName> {
  readonly name: Name;
  readonly leasable: Leasable;
  /** Money depends on it, so that it may spend more of a day's units. */
  readonly isMoney: boolean;
  /**
   * Selects id, platform, account_id (the account whose grant must ask; null: the application asks), and until: the end of the lease, another
   * time at which a row is due that cannot be leased now, or null for never. It selects from longestDue().
   */
  readonly due: (page: DuePage) => SQL;
  /** The user whose row it is, by its id and its account_id; null for a row of several users. */
  readonly ownerOf: (row: { readonly id: SQL; readonly accountId: SQL }) => SQL;
}

export interface DuePage {
  readonly limit: SQL;
  /** The platforms that can be asked. */
  readonly open: SQL;
}

/**
 * The rows that have been due longest, at whatever platform, as `chosen`: for the `from` of DueWork.due. What the rows need besides is read only
 * for these.
 */
export const longestDue = (
  leasable: Leasable,
  platform: AnyPgColumn,
  { at, limit, open }: DuePage & { readonly at: Date },
  condition: SQL = sql`true`,
): SQL => sql`(select found.* from ${open} open cross join lateral (
    select ${leasable.id} as id, ${leasable.leasedUntil} as due_at from ${leasable.table}
    where ${platform} = open.platform and ${condition} and ${available(leasable, { at, limit })}) found
  order by due_at limit ${limit}) chosen join ${leasable.table} on ${leasable.id} = chosen.id`;

/** Longer than any lease of such rows. */
export const longestLeaseMs = 16 * 60_000;

/**
 * A condition, for rows that can be asked again: the row is not leased. Rows that are due are written too, so that the write waits for a job that
 * is postponing them.
 */
export const isFree = ({ leasedUntil }: Leasable, at: Date): SQL =>
  sql`(${leasedUntil} <= ${at} or ${leasedUntil} > ${new Date(at.getTime() + longestLeaseMs)})`;

/** A platform, and the units that jobs may spend there in a day: those on which money depends, and others. */
export interface OpenPlatform {
  readonly platform: Platform;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly moneyUnits: number;
  readonly otherUnits: number;
  readonly at: Date;
}

export interface TakenRow<Name extends WorkName> {
  readonly work: Name;
  readonly id: number;
  readonly platform: Platform;
  readonly accountId: number | null;
  /** Consecutive failed requests. */
  readonly failures: number;
  /** See `failingBefore` of outages. */
  readonly failingBefore: number | null;
}

/** Leased rows, and the number of rows that were due. */
export interface Taken<Name extends WorkName> {
  readonly rows: readonly TakenRow<Name>[];
  readonly seen: number;
}

/**
 * Leases at most `limit` rows that are due, in one statement. Earlier kinds of work come first. Rows of platforms whose daily budget is spent, or
 * where the work is paused, are not leased.
 */
export async function takeDueWork<Name extends WorkName>(
  db: Db,
  works: readonly DueWork<Name>[],
  {
    platforms,
    limit,
    leaseEnd,
  }: { readonly platforms: readonly OpenPlatform[]; readonly limit: number; readonly leaseEnd: Date },
): Promise<Taken<Name>> {
  const parts: SQL[] = [];
  let left = sql`${limit}::int`;
  for (const { name, leasable, isMoney, due, ownerOf } of works) {
    const [dueRows, takenRows] = [sql.identifier(`due_${name}`), sql.identifier(`taken_${name}`)];
    const open = sql`${sql.identifier(`open_for_${name}`)}`;
    const leasedUntil = sql.identifier(leasable.leasedUntil.name);
    const id = sql`${dueRows}.id`;
    const ownerId = ownerOf({ id, accountId: sql`${dueRows}.account_id` });
    const asked = { id, platform: sql`${dueRows}.platform`, ownerId };
    parts.push(
      sql`${open} as materialized (${openFor(name, platforms, isMoney ? 'moneyUnits' : 'otherUnits')})`,
      sql`${dueRows} as materialized (${due({ limit: left, open })})`,
      sql`${takenRows} as (update ${leasable.table} set ${leasedUntil} = ${dueRows}.until from ${dueRows}
        where ${leasable.id} = ${dueRows}.id returning ${leasable.id} as id, ${dueRows}.platform, ${dueRows}.account_id, ${dueRows}.until,
          ${leasable.failures ?? sql`0`} as failures,
          ${failingBefore(name, leasable, asked)} as failing_before)`,
    );
    left = sql`${left} - (select count(*)::int from ${dueRows})`;
  }
  const taken = works.map(
    ({ name }) =>
      sql`select ${name}::text as work, id, platform, account_id, until, failures, failing_before from ${sql.identifier(`taken_${name}`)}`,
  );
  const fields = {
    work: sql<Name>`work`,
    id: sql<number>`id::float8`,
    platform: sql<Platform>`platform`,
    accountId: sql<number | null>`account_id::float8`,
    failures: sql<number>`failures`,
    failingBefore: sql<number | null>`failing_before`,
    isLeased: sql<boolean>`until is not distinct from ${leaseEnd}::timestamptz`,
  };
  const seen = await db.read(
    query(
      fields,
      (columns) =>
        sql`with ${sql.join(parts, sql`, `)} select ${columns} from (${sql.join(taken, sql` union all `)}) taken`,
    ),
  );
  return { rows: seen.filter(({ isLeased }) => isLeased), seen: seen.length };
}

/** Selects the platforms where jobs have spent fewer units of the day, and where this work is not paused. */
export function openFor(
  work: WorkName,
  platforms: readonly OpenPlatform[],
  share: 'moneyUnits' | 'otherUnits',
  condition: SQL = sql`true`,
): SQL {
  const rows = platforms.map((each) => ({ platform: each.platform, day: each.day, units: each[share], at: each.at }));
  return sql`select p.platform from jsonb_to_recordset(${jsonb(rows)}) as p(platform text, day date, units int, at timestamptz)
    where ${condition} and not exists (select from ${platformBudgets}
        where ${platform} = p.platform and ${day} = p.day and ${used} - ${usedByUsers} >= p.units)
      and not ${isPaused(work, sql`p.platform`, sql`p.at`)}`;
}

const { platform, day, used, usedByUsers } = platformBudgets;
/** Rows of one kind of work that a message names. */
export interface HeldRows {
  readonly leasable: Leasable;
  readonly ids: readonly number[];
  /** The end of their lease. */
  readonly leaseEnd: Date;
  /** The fields of a row as JSON. */
  readonly item: SQL;
  /** More conditions, and the tables that they need. */
  readonly joins?: SQL;
  readonly condition: SQL;
}

export interface BegunWork<Item> {
  readonly items: readonly Item[];
  /** The units were spent, so the platform may be asked. */
  readonly isSpent: boolean;
  /** The time until which this bucket, that of the application or that of pauses of the work is closed; null when all are open. */
  readonly closedUntil: string | null;
  readonly grant: GrantAccess | null;
}

/**
 * Reads the rows that are still held, and spends the cost of asking for them, in one statement. Nothing is spent when no row is held, or when
 * the account has no grant that can be used.
 */
export function beginWork<Item>(
  db: Db,
  { leasable, ids, leaseEnd, item, joins = sql``, condition }: HeldRows,
  requested: Spending,
  accountId: number | null,
): Promise<BegunWork<Item>> {
  const held = sql`select ${item} as item from unnest(${array(ids)}::bigint[]) n(id)
    join ${leasable.table} on ${isHeld(leasable, { id: sql`n.id`, leasedUntil: leaseEnd })} ${joins} where ${condition}`;
  const isAskable = sql`exists (select from held) and (${accountId}::bigint is null or exists (select from granted))`;
  const fields = {
    items: sql<readonly Item[]>`(select coalesce(json_agg(item), '[]') from held)`,
    isSpent: sql<boolean>`exists (select from spent)`,
    closedUntil: sql<string | null>`(select iso(max(closed_until)) from platform_windows
      where platform = ${requested.budget.platform} and bucket = any (${array([requested.cost.bucket, ...stopping(requested)])}::text[])
        and closed_until > ${requested.at}::timestamptz)`,
    grant: sql<GrantAccess | null>`(select access from granted)`,
  };
  return one(
    db,
    query(
      fields,
      (columns) => sql`with held as materialized (${held}), granted as materialized (${grantAccessOf(accountId)}),
        touched as (${touchGrant(accountId, requested.at, sql`exists (select from held)`)}), ${spending(requested, isAskable)} select ${columns}`,
    ),
  );
}
