import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Db } from './client.ts';
import { isStopped } from './placements/stopped-assignments.ts';

/** Something that should have happened and did not, or that must never be. */
export interface Alarm {
  readonly alarm: string;
  /** Of assignments, users or transfers, as the alarm says; the first twenty. */
  readonly ids: readonly string[];
}

const most = 20;
/** So many transfers are looked at: those of the last minutes, however busy they were. */
const recent = 5_000;

/** Each gives the ids of what is wrong, as the column `id`. They read by an index each, however large the market is. */
const alarms = (overdueSince: Date): Readonly<Record<string, SQL>> => ({
  'assignments that should have expired': sql`select id from placement_assignments
    where status = 'PENDING' and accept_by < ${overdueSince} and not ${isStopped}`,
  'assignments that should have been approved': sql`select id from placement_assignments
    where status = 'SUBMITTED' and approve_by < ${overdueSince} and not ${isStopped}`,
  'assignments that were set aside': sql`select id from placement_assignments where set_aside_until is not null`,
  'ended assignments whose hold is not empty': sql`select a.id from ledger_holds h join placement_assignments a on a.id = h.assignment_id
    where h.released + h.refunded < h.amount and a.ended_at is not null`,
  'open assignments whose hold is not whole': sql`select a.id from placement_assignments a
    left join ledger_holds h on h.assignment_id = a.id
    where a.status in ('PENDING', 'ACCEPTED', 'SUBMITTED', 'CHANGES_REQUESTED', 'DISPUTED')
      and (h.amount is distinct from a.base + a.brand_fee or h.released + h.refunded > 0)`,
  'transfers that do not balance': sql`select transfer_id as id from ledger_entries where transfer_id > ${oldest}
    group by transfer_id having sum(amount) <> 0`,
  'users whose balance is not that of their last entry': sql`select a.owner_id as id from ledger_accounts a
    cross join lateral (select balance_after from ledger_entries e where e.account_id = a.id order by e.transfer_id desc limit 1) last
    where a.id in (${touched}) and a.owner_id is not null and a.balance is distinct from last.balance_after`,
  'users whose reserve is not what their holds hold': sql`select a.owner_id as id from ledger_accounts a
    where a.id in (${touched}) and a.kind = 'RESERVED' and a.balance <> (
      select coalesce(sum(h.amount - h.released - h.refunded), 0) from ledger_holds h where h.owner_id = a.owner_id)`,
});

const oldest = sql`(select coalesce(max(id), 0) - ${recent} from ledger_transfers)`;
const touched = sql`select account_id from ledger_entries where transfer_id > ${oldest}`;

/** What is wrong at this moment, out of one snapshot. */
export const readAlarms = (db: Db, overdueSince: Date): Promise<Alarm[]> =>
  db.rows<Alarm>(
    sql.join(
      Object.entries(alarms(overdueSince)).map(
        ([alarm, wrong]) =>
          sql`select ${alarm}::text as alarm, array_agg(id::text order by id) as ids from (${wrong} limit ${most}) wrong having count(*) > 0`,
      ),
      sql` union all `,
    ),
  );
