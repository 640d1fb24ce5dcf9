import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { cursorGuard, largestId } from '../client.ts';
import { counterpartNameFor, creatorNameOf, userNameOf } from '../placements/party-names.ts';
import { type Query, type RowOf, select } from '../query.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { campaigns } from '../tables/campaigns.ts';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from '../tables/ledger.ts';
import { orderItems } from '../tables/orders.ts';
import { serviceListings } from '../tables/pricing.ts';

const { accountId, transferId, amount, balanceAfter } = ledgerEntries;

const { referenceType, referenceId } = ledgerTransfers;

/** A reference begins with the id of its object: a reserve of a campaign is `7:1`. Null for a text without an id. */
const referenced = sql`substring(${referenceId} from '^[0-9]{1,18}')::bigint`;

const fieldsFor = (ownerId: number) => ({
  id: ledgerTransfers.id,
  type: ledgerTransfers.kind,
  amount,
  /** The entries of the platform alone have no balance. */
  balanceAfter: sql<bigint>`${balanceAfter}`,
  referenceType,
  referenceId,
  title: sql<string | null>`case ${referenceType}
    when 'order' then (select min(${serviceListings.title}) from ${orderItems}
      left join ${serviceListings} on ${serviceListings.id} = ${orderItems.serviceListingId}
      where ${orderItems.orderId} = ${referenced} having count(*) = 1)
    when 'assignment' then (select ${placementAssignments.title} from ${placementAssignments} where ${placementAssignments.id} = ${referenced})
    when 'campaign' then ${ofCampaign(campaigns.title)}
    when 'campaign-payout' then ${ofCampaign(campaigns.title)} end`,
  counterpartName: sql<string | null>`case ${referenceType}
    when 'order' then (select min(${creatorNameOf(sql`${orderItems.creatorId}`)}) from ${orderItems}
      where ${orderItems.orderId} = ${referenced} having count(distinct ${orderItems.creatorId}) = 1)
    when 'assignment' then (select ${counterpartNameFor(ownerId)} from ${placementAssignments}
      where ${placementAssignments.id} = ${referenced})
    when 'campaign-payout' then ${ofCampaign(userNameOf(sql`${campaigns.advertiserId}`))} end`,
  createdAt: ledgerTransfers.createdAt,
});

/** A field of the campaign that a transfer refers to. */
function ofCampaign(field: SQLWrapper): SQL {
  return sql`(select ${field} from ${campaigns} where ${campaigns.id} = ${referenced})`;
}

/** A change of a balance. Amounts are minor units. */
export type TransactionRow = RowOf<ReturnType<typeof fieldsFor>>;

export interface TransactionsPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

/** The time of the first change of the balance of a user; null before it. There is always one row. */
export const firstTransactionOf = (ownerId: number): Query<{ firstTransactionAt: Date | null }> =>
  select(
    {
      firstTransactionAt: sql<Date | null>`(select ${ledgerTransfers.createdAt} from ${ledgerTransfers}
        where ${ledgerTransfers.id} = (select ${transferId} from ${ledgerEntries}
          where ${accountId} = ${availableOf(ownerId)} order by ${transferId} limit 1))`,
    },
    sql``,
  );

const availableOf = (ownerId: number) => sql`(select ${ledgerAccounts.id} from ${ledgerAccounts}
  where ${ledgerAccounts.ownerId} = ${ownerId} and ${ledgerAccounts.kind} = 'AVAILABLE')`;

/**
 * The changes of the balance of a user, newest first. A cursor that was never one of them is INVALID_CURSOR. The pair is compared as a
 * whole, as in the lists of assignments.
 */
export function transactionsPage(
  ownerId: number,
  { limit, cursor, from, to }: TransactionsPage,
): Query<TransactionRow> {
  const available = availableOf(ownerId);
  const own = sql`${ledgerEntries} where ${accountId} = ${available} and ${transferId} = ${cursor ?? null}`;
  const created = sql`(select ${ledgerTransfers.createdAt} from ${ledgerTransfers} where ${ledgerTransfers.id} = ${transferId})`;
  return select(
    fieldsFor(ownerId),
    sql`from (
        select ${transferId}, ${amount}, ${balanceAfter} from ${ledgerEntries}
        where ${accountId} >= ${available} and (${accountId}, ${transferId}) < (${available}, ${cursor ?? largestId})
          ${cursor === undefined ? sql`` : sql`and ${cursorGuard(own)}`}
          ${from === undefined ? sql`` : sql`and ${created} >= ${from}`} ${to === undefined ? sql`` : sql`and ${created} < ${to}`}
        order by ${accountId} desc, ${transferId} desc limit ${limit + 1}) ${ledgerEntries}
      join ${ledgerTransfers} on ${ledgerTransfers.id} = ${transferId}
      order by ${transferId} desc`,
  );
}
