import { sql } from 'drizzle-orm/sql/sql';
import { factsOf, type Query, type RowOf } from '../query.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { campaignCreators } from '../tables/campaigns.ts';

const { base, creatorFee, creatorId, acceptedAt, endedAt } = placementAssignments;
const { earnedCents, paidCents, creatorId: takerId } = campaignCreators;

const fieldsOf = (userId: number) => ({
  /** In minor units of USDT. */
  work: sql<bigint>`(select coalesce(sum(${base} - ${creatorFee}), 0)::bigint from ${placementAssignments}
    where ${creatorId} = ${userId} and ${acceptedAt} is not null and ${endedAt} is null)`,
  postsCents: sql<bigint>`(select coalesce(sum(${earnedCents} - ${paidCents}), 0)::bigint from ${campaignCreators}
    where ${takerId} = ${userId} and ${paidCents} < ${earnedCents})`,
});

export type PendingRow = RowOf<ReturnType<typeof fieldsOf>>;

/** What a creator can still be paid for accepted work and for posts. There is always one row. */
export const pendingOf = (userId: number): Query<PendingRow> => factsOf(fieldsOf(userId));
