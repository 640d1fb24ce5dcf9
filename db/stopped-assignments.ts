import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { AssignmentRecord } from '../schema/assignment-records.ts';

/** One of the parties is suspended: a condition on the row of an assignment. */
export const isStopped = (row: SQL): SQL =>
  sql`exists (select from users u where u.id in (${row}.advertiser_id, ${row}.creator_id) and u.suspended_at is not null)`;

/** Neither party is suspended, nor will be before this commit. */
export const stillRunning = ({ advertiserId, creatorId }: Pick<AssignmentRecord, 'advertiserId' | 'creatorId'>): SQL =>
  sql`with running as (select 1 from users where id in (${advertiserId}, ${creatorId}) and suspended_at is null order by id for share)
      select guard((select count(*) from running) = 2, 'VERSION_CONFLICT')`;

/**
 * No window of the user's open assignments ends before that time. A statement before the user is let back: assignments are locked
 * before users. Where the other party is suspended too, its turn comes.
 */
export const extendWindows = (userId: number, { at, until }: { at: Date; until: Date }): SQL =>
  sql`with held as (
        select id from placement_assignments
        where status in ('PENDING', 'ACCEPTED', 'SUBMITTED', 'CHANGES_REQUESTED') and ${userId} in (advertiser_id, creator_id)
          and exists (select from users where id = ${userId} and suspended_at is not null)
          and not exists (select from users u where u.id in (advertiser_id, creator_id) and u.id <> ${userId} and u.suspended_at is not null)
        order by id for no key update)
      update placement_assignments a set resumed_at = ${at},
        accept_by = case when status = 'PENDING' then greatest(accept_by, ${until}) else accept_by end,
        approve_by = case when status = 'SUBMITTED' then greatest(approve_by, ${until}) else approve_by end
      from held where a.id = held.id`;
