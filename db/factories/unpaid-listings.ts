import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { unpaidListings } from '../../schema/factories/factory-terms.ts';
import { jsonb } from '../client.ts';
import { type Budget, ofSameDay } from '../social-accounts/platform-budgets.ts';
import { creditAccounts } from '../tables/credits.ts';
import { factories, factoryAccounts, factoryPosts } from '../tables/factories.ts';
import { platformUserBudgets } from '../tables/metrics.ts';

/**
 * A condition: the owner of the factory has credits to scan what is found, or the account was never listed. Listing costs no credits, so it would
 * otherwise spend the platforms' budgets for owners who scan nothing.
 */
export const isPaidFor = sql`(${factoryAccounts.listedAt} is null or exists (select from ${creditAccounts} join ${factories} on ${factories.ownerId} = ${creditAccounts.ownerId}
  where ${factories.id} = ${factoryAccounts.factoryId} and ${creditAccounts.balance} > 0))`;

/** How an owner's listings that no scan pays for are limited at a platform today. */
export interface UnpaidBudget extends Pick<Budget, 'platform' | 'day'> {
  /** The most units of one listing. */
  readonly cost: number;
  /** The units that one owner may use at most, whatever the credits. */
  readonly atMost: number;
}

/** A condition: a scan follows the listing of an account with credits of its owner, who pays for it so. */
export const isFollowedByScan = (
  at: Date,
  xReads: number,
): SQL => sql`(${factoryAccounts.listedAt} is not null and ${isPaidFor}
  and exists (select from ${factoryPosts} join ${factories} on ${factories.id} = ${factoryPosts.factoryId}
    where ${factoryPosts.accountId} = ${factoryAccounts.id} and factory_asks_for(${factoryPosts}, ${factories}, ${xReads}, ${at}::timestamptz)))`;

/** A condition on a row with `platform` and `owner_id`: the owner has units left today for this listing, the `turn`th one that no scan pays for. */
export const isWithinShare = (budgets: readonly UnpaidBudget[], row: SQL): SQL => sql`exists (
  select from jsonb_to_recordset(${jsonb(budgets)}) as b(platform text, day date, cost int, "atMost" int)
  where b.platform = ${row}.platform and (${row}.turn - 1) * b.cost + coalesce((select ${listed} from ${platformUserBudgets}
      where ${userId} = ${row}.owner_id and ${platform} = b.platform and ${day} = b.day), 0)
    < least(b."atMost", ${unpaidListings.units}::int + ${unpaidListings.unitsPerCredit}::int * coalesce((select ${creditAccounts.balance} from ${creditAccounts}
      where ${creditAccounts.ownerId} = ${row}.owner_id), 0)))`;

const { userId, platform, day, used, listed } = platformUserBudgets;

/** Adds what listings have used that no scan pays for to the units of their owners today. A message lists one account. */
export const countUnpaidUnits = (
  accounts: readonly { readonly ownerId: number }[],
  { platform: at, day: today, units }: Budget,
): SQL[] =>
  accounts.map(
    ({ ownerId }) => sql`insert into ${platformUserBudgets} (user_id, platform, day, used, listed)
      values (${ownerId}, ${at}, ${today}::date, 0, ${units})
      on conflict (user_id, platform) do update set day = greatest(${day}, excluded.day), used = ${ofSameDay(used)},
        listed = ${ofSameDay(listed)} + excluded.listed`,
  );
