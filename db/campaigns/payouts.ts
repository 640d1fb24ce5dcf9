import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { select } from '../query.ts';
import { campaignCreators, campaigns } from '../tables/campaigns.ts';

/** A condition on a creator of a campaign: there is something to pay, and nothing was paid on this UTC day. */
const isDue = (at: Date): SQL => sql`${campaignCreators.paidCents} < ${campaignCreators.earnedCents}
  and ${campaignCreators.paidOn} is distinct from (${at}::timestamptz at time zone 'UTC')::date`;

/** The campaigns after this id that owe creators something, with their number, at most `limit`, in the order of their ids. */
export const unpaidCampaigns = ({ at, afterId, limit }: { at: Date; afterId: number; limit: number }) =>
  select(
    { id: campaigns.id, due: sql<number>`due.creators` },
    sql`from ${campaigns} cross join lateral (
        select count(*)::int as creators from ${campaignCreators} where ${campaignCreators.campaignId} = ${campaigns.id} and ${isDue(at)}) due
      where ${campaigns.paidCents} < ${campaigns.spentCents} and ${campaigns.id} > ${afterId} and due.creators > 0
      order by ${campaigns.id} limit ${limit}`,
  );

/** Pays at most `limit` creators of a campaign who were not paid on this UTC day. The lock comes first, so that a second run pays nobody again. */
export const payCreators = (campaignId: number, { at, limit }: { at: Date; limit: number }): SQLWrapper[] => [
  sql`select from ${campaigns} where ${campaigns.id} = ${campaignId} for no key update`,
  sql`select ledger_campaign_pay(${campaignId}, array(select ${campaignCreators.creatorId} from ${campaignCreators}
    where ${campaignCreators.campaignId} = ${campaignId} and ${isDue(at)} order by ${campaignCreators.creatorId} limit ${limit}), ${at})`,
];
