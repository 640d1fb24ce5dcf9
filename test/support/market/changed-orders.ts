import type { Market } from './market.ts';

/** Moves, pays and measures every third assignment or post again, and removes measurements. */
export async function changeAgain(market: Market, round: number): Promise<void> {
  for (const change of [
    `update placement_assignments set accepted_at = created_at + (id % 50) * interval '77 seconds', delivered_at = null
     where id % 3 = ${round} and status = 'ACCEPTED'`,
    `update placement_assignments set status = 'CANCELLED', ended_at = greatest(created_at, accepted_at, delivered_at) + interval '1 hour'
     where id % 4 = ${round} and status in ('PENDING', 'DISPUTED', 'ACCEPTED')`,
    settleEach(
      `a.status = 'CANCELLED' and exists (select from ledger_holds h where h.assignment_id = a.id and h.refunded = 0)`,
    ),
    `update deliverable_scans set counts_measured_at = counts_measured_at + interval '1 day', views = views + 7 where id % 3 = ${round}`,
    `update deliverable_scans set counts_measured_at = null, views = null, likes = null, comments = null where id % 7 = ${round}`,
    `update deliverable_scans set saves = 5, saves_measured_at = now() - (id % 9) * interval '1 day' where id % 5 = ${round}`,
    `update deliverables d set content_id = null where id % 11 = ${round}`,
  ])
    await market.pool.query(change);
}

/** Settles each ended assignment `a` by its shares, as SQL. `at` and `bookedBy` are SQL too. */
export const settleEach = (condition: string, at = 'now()', bookedBy = 'null'): string =>
  `select ledger_settle(jsonb_build_array(jsonb_build_object('assignmentId', a.id, 'toCreator', due.to_creator,
     'toPlatform', due.to_platform, 'bookedBy', ${bookedBy}::bigint)), ${at})
   from placement_assignments a cross join lateral ledger_shares(a) due where ${condition}`;
