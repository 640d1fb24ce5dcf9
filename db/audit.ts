import { alias } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { isStopped } from './placements/stopped-assignments.ts';
import { type Query, type RowOf, select, unionAll } from './query.ts';
import { pausedPlatforms } from './social-accounts/outages.ts';
import { placementAssignments } from './tables/assignments.ts';
import { campaignHolds, ledgerAccounts, ledgerEntries, ledgerHolds, ledgerTransfers } from './tables/ledger.ts';

const limit = 20;
/** The number of latest transfers that are checked: those of the last minutes, even at the highest load. */
const recent = 5_000;

const { status, acceptBy, approveBy, postponedUntil, endedAt, base, brandFee } = placementAssignments;
const { amount, released, refunded } = ledgerHolds;
const { ownerId, kind, balance } = ledgerAccounts;

const assignments = (condition: SQL): SQL =>
  sql`select ${placementAssignments.id} from ${placementAssignments} where ${condition}`;

const oldest = sql`(select coalesce(max(${ledgerTransfers.id}), 0) - ${recent} from ${ledgerTransfers})`;
const touched = sql`select ${ledgerEntries.accountId} from ${ledgerEntries} where ${ledgerEntries.transferId} > ${oldest}`;
const isTouched = sql`${ledgerAccounts.id} in (${touched})`;

/** The latest entry of an account. */
const last = alias(ledgerEntries, 'last');
const lastEntry = sql`select ${ledgerEntries.balanceAfter} from ${ledgerEntries}
  where ${ledgerEntries.accountId} = ${ledgerAccounts.id} order by ${ledgerEntries.transferId} desc limit 1`;

/** The sum of the open holds of the owner of an account. */
const openIn = (holds: typeof ledgerHolds | typeof campaignHolds): SQL =>
  sql`(select coalesce(sum(${holds.amount} - ${holds.released} - ${holds.refunded}), 0) from ${holds}
    where ${holds.ownerId} = ${ledgerAccounts.ownerId})`;

/** Each check selects the ids of wrong rows as `id`, through an index, or from a table that stays small. */
const checks = (now: Date, overdueSince: Date): Readonly<Record<string, SQL>> => ({
  'assignments that should have expired': assignments(
    sql`${status} = 'PENDING' and ${acceptBy} < ${overdueSince} and not ${isStopped}`,
  ),
  'assignments that should have been approved': assignments(
    sql`${status} = 'SUBMITTED' and ${approveBy} < ${overdueSince} and not ${isStopped}`,
  ),
  'postponed assignments': assignments(sql`${postponedUntil} is not null`),
  'ended assignments with money on hold': sql`select ${placementAssignments.id} from ${ledgerHolds}
    join ${placementAssignments} on ${placementAssignments.id} = ${ledgerHolds.assignmentId}
    where ${released} + ${refunded} < ${amount} and ${endedAt} is not null`,
  'open assignments with an incomplete hold': sql`select ${placementAssignments.id} from ${placementAssignments}
    left join ${ledgerHolds} on ${ledgerHolds.assignmentId} = ${placementAssignments.id}
    where ${status} in ('PENDING', 'ACCEPTED', 'SUBMITTED', 'CHANGES_REQUESTED', 'DISPUTED')
      and (${amount} is distinct from ${base} + ${brandFee} or ${released} + ${refunded} > 0)`,
  'paused platforms': pausedPlatforms(now),
  'transfers that do not balance': sql`select ${ledgerEntries.transferId} as id from ${ledgerEntries}
    where ${ledgerEntries.transferId} > ${oldest}
    group by ${ledgerEntries.transferId} having sum(${ledgerEntries.amount}) <> 0`,
  'users whose balance differs from their last entry': sql`select ${ownerId} as id from ${ledgerAccounts}
    cross join lateral (${lastEntry}) ${last}
    where ${isTouched} and ${ownerId} is not null and ${balance} is distinct from ${last.balanceAfter}`,
  'users whose reserved balance differs from their open holds': sql`select ${ownerId} as id from ${ledgerAccounts}
    where ${isTouched} and ${kind} = 'RESERVED' and ${balance} <> ${openIn(ledgerHolds)} + ${openIn(campaignHolds)}`,
});

const fieldsOf = (alarm: string) => ({
  alarm: sql<string>`${alarm}::text`,
  /** The first twenty ids of assignments, users or transfers, or names of platforms, as the alarm says. */
  ids: sql<readonly string[]>`array_agg(id::text order by id)`,
});

/** A state that should have changed, or that must never be. */
export type Alarm = RowOf<ReturnType<typeof fieldsOf>>;

/** Three runs of the responsible job, plus one minute. */
const overdueMs = 16 * 60_000;

/** The alarms at this moment, from one snapshot. */
export const alarmsAt = (now: Date): Query<Alarm> =>
  unionAll(
    Object.entries(checks(now, new Date(now.getTime() - overdueMs))).map(([alarm, wrong]) =>
      select(fieldsOf(alarm), sql`from (${wrong} limit ${limit}) wrong having count(*) > 0`),
    ),
  );
