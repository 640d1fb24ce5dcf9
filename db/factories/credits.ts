import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { scansUntilGone } from '../../schema/factories/factory-terms.ts';
import { cursorGuard, largestId } from '../client.ts';
import { factsOf, json, jsonList, type Query, select, type TypeOf } from '../query.ts';
import { creditAccounts, creditDays, creditEntries } from '../tables/credits.ts';
import { factories, factoryAccounts, factoryPosts } from '../tables/factories.ts';
import { isFactoryOf } from './factories.ts';

const walletFields = {
  balance: sql<number>`coalesce(max(${creditAccounts.balance}), 0)::float8`,
  reserved: sql<number>`coalesce(max(${creditAccounts.reserved}), 0)::float8`,
  /** Null before the first entry. */
  updatedAt: sql<Date | null>`max(${creditAccounts.updatedAt})`,
};

/** A condition on a post of an account of a factory: it is scanned. */
const isTracked = (at: Date): SQL => sql`${factoryPosts.goneScans} < ${scansUntilGone}
  and ${factoryPosts.publishedAt} > ${at}::timestamptz - ${factories.trackingDays} * interval '24 hours'`;

/** The scans that the active factories of a user plan for five days: an integer for each interval. */
const plannedInFiveDays = (ownerId: number, at: Date): SQL<number> =>
  sql`(select coalesce(sum(120 / ${factories.intervalHours}), 0)::float8 from ${factories}
    join ${factoryPosts} on ${factoryPosts.factoryId} = ${factories.id}
    where ${factories.ownerId} = ${ownerId} and ${factories.deletedAt} is null and ${factories.status} = 'ACTIVE' and ${isTracked(at)})`;

/** The credits of a user with their usage and what the factories plan. There is always one row. */
export const creditsOf = (ownerId: number, days: UsageDays, at: Date) =>
  select(
    { ...walletFields, ...usageFields(ownerId, days), plannedInFiveDays: plannedInFiveDays(ownerId, at) },
    sql`from ${creditAccounts} where ${creditAccounts.ownerId} = ${ownerId}`,
  );
export type CreditWalletRow = RowIn<ReturnType<typeof creditsOf>>;

const ownFactory = (ownerId: number, factoryId: number) =>
  sql`from ${factories} where ${isFactoryOf(ownerId, factoryId)}`;

/** The credits of a user beside a factory of the user; no row if the user has no such factory. */
export const factoryCreditsOf = (ownerId: number, factoryId: number, days: UsageDays, at: Date) => {
  const ofOwner = (column: SQLWrapper) =>
    sql`(select ${column} from ${creditAccounts} where ${creditAccounts.ownerId} = ${factories.ownerId})`;
  return select(
    {
      balance: sql<number>`coalesce(${ofOwner(creditAccounts.balance)}, 0)::float8`,
      reserved: sql<number>`coalesce(${ofOwner(creditAccounts.reserved)}, 0)::float8`,
      updatedAt: sql<Date | null>`${ofOwner(creditAccounts.updatedAt)}`,
      name: factories.name,
      spent: sql<number>`${factories.spentCredits}::float8`,
      ...factoryUsageFields(factoryId, days),
      intervalHours: factories.intervalHours,
      trackedPosts: sql<number>`(select count(*)::int from ${factoryAccounts}
        join ${factoryPosts} on ${factoryPosts.accountId} = ${factoryAccounts.id}
        where ${factoryAccounts.factoryId} = ${factories.id} and ${isTracked(at)})`,
    },
    ownFactory(ownerId, factoryId),
  );
};
export type FactoryCreditsRow = RowIn<ReturnType<typeof factoryCreditsOf>>;
type RowIn<Q> = Q extends Query<infer Row> ? Row : never;

export interface CreditUsageRow {
  readonly total: number;
  readonly last30Days: number;
  readonly today: number;
}

/** A UTC day and the first day of the thirty that end with it, both as YYYY-MM-DD. */
export interface UsageDays {
  readonly today: string;
  readonly from: string;
}

const usageFields = (ownerId: number, days: UsageDays) => ({
  total: sql<number>`coalesce((select ${creditAccounts.spent}::float8 from ${creditAccounts}
    where ${creditAccounts.ownerId} = ${ownerId}), 0)`,
  ...daysOf(sql`${creditDays.ownerId} = ${ownerId}`, days),
});

/** The debits of a user. There is always one row. */
export const usageOf = (ownerId: number, days: UsageDays): Query<CreditUsageRow> => factsOf(usageFields(ownerId, days));

const factoryUsageFields = (factoryId: number, days: UsageDays) => ({
  total: sql<number>`${factories.spentCredits}::float8`,
  ...daysOf(sql`${creditDays.factoryId} = ${factoryId}`, days),
});

/** The debits of a factory of this user; no row if the user has no such factory. */
export const factoryUsageOf = (ownerId: number, factoryId: number, days: UsageDays): Query<CreditUsageRow> =>
  select(factoryUsageFields(factoryId, days), ownFactory(ownerId, factoryId));

const daysOf = (isOwn: SQL, { from, today }: UsageDays) => ({
  last30Days: debitedBetween(isOwn, from, today),
  today: debitedBetween(isOwn, today, today),
});

const debitedBetween = (isOwn: SQL, from: string, to: string): SQL<number> =>
  sql`(select coalesce(sum(${creditDays.debited}), 0)::float8 from ${creditDays}
    where ${isOwn} and ${creditDays.day} between ${from}::date and ${to}::date)`;

const entryJson = json({
  id: creditEntries.id,
  kind: creditEntries.kind,
  reason: creditEntries.reason,
  amount: creditEntries.amount,
  balanceAfter: creditEntries.balanceAfter,
  factoryId: creditEntries.factoryId,
  factoryName: sql<
    string | null
  >`(select ${factories.name} from ${factories} where ${factories.id} = ${creditEntries.factoryId} and ${factories.deletedAt} is null)`,
  createdAt: creditEntries.createdAt,
});

/** A change of a balance of credits, as JSON. */
export type CreditEntryRecord = TypeOf<typeof entryJson>;

export interface EntriesPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
}

interface Entries {
  readonly entries: readonly CreditEntryRecord[];
}

/** The entries of a user, newest first, and one more than the limit, as one row. A cursor that is none of them is INVALID_CURSOR. */
export const entriesPage = (ownerId: number, page: EntriesPage): Query<Entries> =>
  factsOf({ entries: entriesIn(creditEntries.ownerId, ownerId, page) });

/** The debits of a factory of this user, like entriesPage; no row if the user has no such factory. */
export const factoryEntriesPage = (ownerId: number, factoryId: number, page: EntriesPage): Query<Entries> =>
  select({ entries: entriesIn(creditEntries.factoryId, factoryId, page) }, ownFactory(ownerId, factoryId));

/** The pair is compared as a whole, so that Postgres reads only the page from the index of both columns. */
function entriesIn(
  column: typeof creditEntries.ownerId | typeof creditEntries.factoryId,
  value: number,
  { limit, cursor }: EntriesPage,
): SQL<readonly CreditEntryRecord[]> {
  const own = sql`${creditEntries} where ${creditEntries.id} = ${cursor ?? null} and ${column} = ${value}`;
  return jsonList(
    entryJson,
    sql`from (select * from ${creditEntries}
        where ${column} >= ${value} and (${column}, ${creditEntries.id}) < (${value}, ${cursor ?? largestId})
          ${cursor === undefined ? sql`` : sql`and ${cursorGuard(own)}`}
        order by ${column} desc, ${creditEntries.id} desc limit ${limit + 1}) ${creditEntries}`,
    sql`${creditEntries.id} desc`,
  );
}

type Reason = 'PURCHASE' | 'GRANT';

const isOfReference = (reason: Reason, reference: string): SQL =>
  sql`${creditEntries.reason} = ${reason} and payment_reference(${creditEntries.reference}) = payment_reference(${reference})`;

/** The entry of a purchase or a grant to this user, or null: one row. */
export const entryOf = (ownerId: number, reason: Reason, reference: string) =>
  factsOf({
    entry: sql<CreditEntryRecord | null>`(select ${entryJson} from ${creditEntries}
      where ${creditEntries.ownerId} = ${ownerId} and ${isOfReference(reason, reference)})`,
  });

/** Whether credits were granted with this reference before, however staff typed it: a field of the facts. */
export const isGranted = (reference: string): SQL<boolean> =>
  sql`exists (select from ${creditEntries} where ${isOfReference('GRANT', reference)})`;

/** A change that adds credits. */
interface Addition {
  readonly ownerId: number;
  readonly credits: number;
  /** A second purchase, or a second grant, with the same reference is refused. */
  readonly reference: string;
  readonly at: Date;
}

/** Sells credits for a price in minor units. The reference is a UUID. A lower balance is refused with INSUFFICIENT_FUNDS. */
export const purchaseCredits = ({
  ownerId,
  credits,
  price,
  reference,
  at,
}: Addition & { readonly price: bigint }): SQL =>
  sql`select credit_purchase(${ownerId}, ${credits}, ${price}, ${reference}, ${at})`;

/** Grants credits in the name of a member of staff. */
export const grantCredits = ({
  ownerId,
  credits,
  reference,
  at,
  grantedBy,
}: Addition & { readonly grantedBy: number }): SQL =>
  sql`select credit_grant(${ownerId}, ${credits}, ${reference}, ${at}, ${grantedBy})`;
