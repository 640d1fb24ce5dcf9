import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { maxPosts } from '../../schema/factories/factory-terms.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { array, jsonb } from '../client.ts';
import { isHeld, type Leasable } from '../leases.ts';
import type { ReadBy } from '../metrics/tracked-posts.ts';
import type { DueWork, HeldRows } from '../platform-work.ts';
import { build, insertSelect, json, type TypeOf } from '../query.ts';
import { factories, factoryAccounts, factoryPosts } from '../tables/factories.ts';
import { isPictureDue } from './pictures.ts';
import { isFollowedByScan, isPaidFor, isWithinShare, type UnpaidBudget } from './unpaid-listings.ts';

export const leasableFactoryAccounts: Leasable = {
  table: factoryAccounts,
  id: factoryAccounts.id,
  leasedUntil: factoryAccounts.dueAt,
  failures: factoryAccounts.failures,
};

/** A condition: the account is due for a list of its posts, not for a scan. */
const isListed = sql`${factoryAccounts.turn} = 'LISTING'`;

/** The user who watches this account. */
export const ownerOfAccount = (id: SQL): SQL => sql`(select ${factories.ownerId} from ${factoryAccounts}
  join ${factories} on ${factories.id} = ${factoryAccounts.factoryId} where ${factoryAccounts.id} = ${id})`;

interface DueAccounts extends ReadBy {
  readonly at: Date;
  readonly leaseEnd: Date;
  /** The next time of an account that cannot be listed now. */
  readonly putOffUntil: Date;
  readonly budgets: readonly UnpaidBudget[];
  readonly xReads: number;
}

/** A condition: the posts of the account can be read now, for the owner of its factory. */
export const isReadable = ({ byKey, byGrant }: ReadBy): SQL => sql`case
  when ${factoryAccounts.platform} = any (${array(byKey)}::text[]) then true
  when ${factoryAccounts.platform} = any (${array(byGrant)}::text[]) then factory_may_read(${factoryAccounts}, (select ${factories.ownerId}
    from ${factories} where ${factories.id} = ${factoryAccounts.factoryId}))
  else false end`;

/**
 * The accounts of factories whose posts are listed next, with the account that must ask. The owners take turns, so that an owner with many accounts
 * delays no other, and what no scan pays for is limited for each, so that nobody takes a platform's units from the scans of others.
 */
export const dueFactoryAccounts = ({
  at,
  leaseEnd,
  putOffUntil,
  budgets,
  xReads,
  ...by
}: DueAccounts): DueWork<'FACTORY_ACCOUNTS'> => ({
  name: 'FACTORY_ACCOUNTS',
  leasable: leasableFactoryAccounts,
  isMoney: false,
  ownerOf: ({ id }) => ownerOfAccount(id),
  due: ({ limit, open }) => {
    const account = sql`case when ${factoryAccounts.platform} = any (${array(by.byGrant)}::text[]) then ${factoryAccounts.socialAccountId} end`;
    const isCovered = sql`(chosen.is_followed or ${isWithinShare(budgets, sql`chosen`)})`;
    const until = sql`case when ${isReadable(by)} and ${isPaidFor} and factory_is_open(${factoryAccounts.factoryId}) and ${isCovered}
      then ${leaseEnd}::timestamptz else ${putOffUntil}::timestamptz end`;
    const isFollowed = isFollowedByScan(at, xReads);
    const place = sql`row_number() over (partition by ${factories.ownerId} order by ${factoryAccounts.dueAt}, ${factoryAccounts.id})`;
    return sql`select ${factoryAccounts.id}, ${factoryAccounts.platform}, ${account} as account_id, ${until} as until
      from (select ordered.*, ${isFollowed} as is_followed, ${factoryAccounts.platform} as platform,
          row_number() over (partition by ordered.owner_id, ${factoryAccounts.platform}, ${isReadable(by)}, ${isFollowed} order by ordered.place) as turn
        from (select ${factoryAccounts.id} as id, ${factories.ownerId} as owner_id, ${place} as place, ${factoryAccounts.dueAt} as due_at
          from ${factoryAccounts} join ${factories} on ${factories.id} = ${factoryAccounts.factoryId}
          where ${factoryAccounts.platform} in (select platform from ${open}) and ${isListed} and ${factoryAccounts.dueAt} <= ${at}::timestamptz
          order by place, due_at, id limit ${limit}) ordered
        join ${factoryAccounts} on ${factoryAccounts.id} = ordered.id) chosen
      join ${factoryAccounts} on ${factoryAccounts.id} = chosen.id
      where ${isListed} and ${factoryAccounts.dueAt} <= ${at}::timestamptz
      order by chosen.id for no key update of ${factoryAccounts} skip locked`;
  },
});

interface UnpaidAccounts extends ReadBy {
  readonly at: Date;
  readonly limit: number;
  readonly xReads: number;
}

/** Lets accounts with posts to scan skip a listing that no credits pay for: their scan pauses the factory, which says what it needs. */
export const skipUnpaidListings = ({ at, limit, xReads, ...by }: UnpaidAccounts): SQL => sql`
  update ${factoryAccounts} set turn = 'SCAN' where ${factoryAccounts.id} = any (array(
    select ${factoryAccounts.id} from ${factoryAccounts} join ${factories} on ${factories.id} = ${factoryAccounts.factoryId}
    where ${isListed} and ${factoryAccounts.dueAt} <= ${at}::timestamptz and ${factoryAccounts.status} = 'ACTIVE'
      and ${factories.status} = 'ACTIVE' and not ${isPaidFor} and ${isReadable(by)}
      and exists (select from ${factoryPosts} where ${factoryPosts.accountId} = ${factoryAccounts.id}
        and factory_asks_for(${factoryPosts}, ${factories}, ${xReads}, ${at}::timestamptz))
    order by ${factoryAccounts.id} limit ${limit} for no key update of ${factoryAccounts} skip locked))`;

/** A condition: the post was published in the last so many days. */
const youngSince = (days: SQLWrapper, at: Date): SQL =>
  sql`${factoryPosts.publishedAt} > ${at}::timestamptz - ${days} * interval '24 hours'`;

const accountJson = ({ at, xReads }: Pick<Listing, 'at' | 'xReads'>) =>
  json({
    id: factoryAccounts.id,
    failures: factoryAccounts.failures,
    factoryId: factoryAccounts.factoryId,
    ownerId: factories.ownerId,
    handle: factoryAccounts.handle,
    externalId: factoryAccounts.externalId,
    /** Its posts that are young enough to be tracked. */
    trackedPosts: sql<number>`(select count(*)::int from ${factoryPosts} where ${factoryPosts.accountId} = ${factoryAccounts.id}
    and ${youngSince(factories.trackingDays, at)})`,
    listedAt: factoryAccounts.listedAt,
    nextPage: factoryAccounts.nextPage,
    listedPages: factoryAccounts.listedPages,
    trackingDays: factories.trackingDays,
    intervalHours: factories.intervalHours,
    isPictureDue: isPictureDue(at),
    isFollowedByScan: sql<boolean>`${isFollowedByScan(at, xReads)}`,
  });
export type HeldFactoryAccount = TypeOf<ReturnType<typeof accountJson>>;

/** The accounts of a message whose posts may still be listed. */
export const heldFactoryAccounts = (
  ids: readonly number[],
  { leaseEnd, at, xReads, ...by }: ReadBy & Listing,
): HeldRows => ({
  leasable: leasableFactoryAccounts,
  ids,
  leaseEnd,
  item: accountJson({ at, xReads }),
  joins: sql`join ${factories} on ${factories.id} = ${factoryAccounts.factoryId}`,
  condition: sql`${isListed} and ${isReadable(by)}`,
});

interface Listing {
  readonly leaseEnd: Date;
  readonly at: Date;
  /** How often a day X is asked for a post. */
  readonly xReads: number;
}

/** One page of the posts of an account, as its platform listed it. */
export interface ListedPage {
  readonly account: Pick<HeldFactoryAccount, 'id' | 'factoryId' | 'trackingDays'>;
  readonly platform: Platform;
  readonly externalId: string;
  readonly handle: string | null;
  readonly title: string | null;
  readonly posts: readonly { readonly contentId: string; readonly publishedAt: Date }[];
  /** The page of older posts to list at once; null: the account is due after its interval. */
  readonly nextPage: string | null;
}

const held = (id: number, { leaseEnd }: Pick<Listing, 'leaseEnd'>): SQL =>
  isHeld(leasableFactoryAccounts, { id, leasedUntil: leaseEnd });

/** The factory before its account, as every commit locks them. */
const locked = ({ id, factoryId }: ListedPage['account'], listing: Listing): SQL[] => [
  sql`select from ${factories} where ${factories.id} = ${factoryId} for no key update`,
  sql`select from ${factoryAccounts} where ${held(id, listing)} for no key update`,
];

const duplicate = sql.identifier('other');

/**
 * Stores a page of posts, up to the limits of the account and its factory, and releases the account. An account that the factory already has under
 * another name becomes one with it, and its posts move. One that was found under another id becomes UNAVAILABLE, if its grant now shows an account
 * that the factory already has. Nothing changes if the lease was lost.
 */
export function recordListing(page: ListedPage, listing: Listing): SQL[] {
  const { account, platform, externalId, handle, title, posts, nextPage } = page;
  const { at } = listing;
  const isDuplicate = sql`exists (select from ${factoryAccounts} ${duplicate} where ${duplicate}.factory_id = ${account.factoryId}
    and ${duplicate}.platform = ${platform} and ${duplicate}.external_id = ${externalId} and ${duplicate}.id <> ${account.id})`;
  const left = sql`greatest(0, least(${maxPosts.ofAccount} - (select count(*) from ${factoryPosts}
      where ${factoryPosts.accountId} = ${account.id} and ${youngSince(sql`${account.trackingDays}::int`, at)}),
    ${maxPosts.ofFactory} - (select sum(${factoryAccounts.posts}) from ${factoryAccounts}
      where ${factoryAccounts.factoryId} = ${account.factoryId})))`;
  const values = {
    factoryId: sql`${account.factoryId}::bigint`,
    accountId: sql`${account.id}::bigint`,
    platform: sql`${platform}::text`,
    contentId: sql`n."contentId"`,
    publishedAt: sql`n."publishedAt"`,
    foundAt: sql`${at}::timestamptz`,
  };
  const found = insertSelect(
    factoryPosts,
    values,
    sql`from jsonb_to_recordset(${jsonb(posts)}) as n("contentId" text, "publishedAt" timestamptz)
      where exists (select from ${factoryAccounts} where ${held(account.id, listing)}) and not ${isDuplicate}
        and not exists (select from ${factoryPosts} where ${factoryPosts.factoryId} = ${account.factoryId}
          and ${factoryPosts.platform} = ${platform} and ${factoryPosts.contentId} = n."contentId")
      order by n."publishedAt" desc limit ${left} on conflict do nothing returning 1`,
  );
  const hasPosts = hasPostsToScan(listing);
  const updated = build
    .update(factoryAccounts)
    .set({
      externalId: sql`case when not ${isDuplicate} then ${externalId} end`,
      handle: sql`case when ${isDuplicate} then ${factoryAccounts.handle} else coalesce(${handle}, ${factoryAccounts.handle}) end`,
      title: sql`coalesce(${title}, ${factoryAccounts.title})`,
      status: sql`case when ${isDuplicate} then 'UNAVAILABLE' else 'ACTIVE' end`,
      posts: sql`${factoryAccounts.posts} + (select count(*) from found)`,
      failures: 0,
      // Null: the tracking period has become longer meanwhile, so all pages are listed again.
      listedAt: sql`case when ${nextPage}::text is not null then ${factoryAccounts.listedAt}
        when ${factories.trackingDays} = ${account.trackingDays} then ${at}::timestamptz end`,
      nextPage,
      listedPages: sql`case when ${nextPage}::text is null then 0 else ${factoryAccounts.listedPages} + 1 end`,
      turn: sql`case when ${nextPage}::text is null and ${hasPosts} then 'SCAN' else 'LISTING' end`,
      // A scan, or the next page, follows at once.
      dueAt: sql`case when ${isDuplicate} or ${factories.status} = 'PAUSED' then null
        when ${nextPage}::text is not null or ${hasPosts} then ${at}::timestamptz else ${afterInterval(at)} end`,
    })
    .from(factories)
    .where(sql`${factories.id} = ${factoryAccounts.factoryId} and ${held(account.id, listing)}`);
  // First, because a merged account is removed, and nothing below changes anything then.
  const merged = sql`select factory_merge_account(${account.id}, ${externalId}, ${at}::timestamptz)
    where exists (select from ${factoryAccounts} where ${held(account.id, listing)})`;
  return [...locked(account, listing), merged, sql`with found as (${found}) ${updated.getSQL()}`];
}

/** A condition on a row of factory_accounts and its factory: it has posts to scan, or has just found some. */
const hasPostsToScan = ({
  at,
  xReads,
}: Listing): SQL => sql`((select count(*) from found) > 0 or exists (select from ${factoryPosts}
  where ${factoryPosts.accountId} = ${factoryAccounts.id} and factory_asks_for(${factoryPosts}, ${factories}, ${xReads}, ${at}::timestamptz)))`;

const afterInterval = (at: Date): SQL => sql`${at}::timestamptz + ${factories.intervalHours} * interval '1 hour'`;

/** The platform shows no such account. It is asked again after a day. */
export const recordUnavailable = (account: ListedPage['account'], listing: Listing): SQL[] => [
  ...locked(account, listing),
  build
    .update(factoryAccounts)
    .set({
      ...{ status: 'UNAVAILABLE', failures: 0, nextPage: null, listedPages: 0 },
      dueAt: new Date(listing.at.getTime() + 24 * 3_600_000),
    })
    .where(held(account.id, listing))
    .getSQL(),
];

/** After so many failures in a row a listing begins again with the first page: a platform may refuse the mark of an old page. */
const failuresOfPage = 4;

/** Forgets the page that failed again and again. */
export const forgetFailedPages = (accountIds: readonly number[]): SQL =>
  build
    .update(factoryAccounts)
    .set({ nextPage: null, listedPages: 0 })
    .where(
      sql`${factoryAccounts.id} = any (array(select ${factoryAccounts.id} from ${factoryAccounts}
        where ${factoryAccounts.id} = any (${array(accountIds)}::bigint[]) and ${factoryAccounts.failures} >= ${failuresOfPage}
          and ${factoryAccounts.nextPage} is not null order by ${factoryAccounts.id} for no key update))`,
    )
    .getSQL();
