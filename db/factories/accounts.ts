import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import { limitCode } from '../failures.ts';
import { build, changesOne, guard, insertSelect, json, type TypeOf } from '../query.ts';
import { isGrantUsable } from '../social-accounts/grant-access.ts';
import { socialGrants } from '../tables/connections.ts';
import { factories, factoryAccounts, factoryPosts } from '../tables/factories.ts';
import { removedFactoryAccounts } from '../tables/factory-scans.ts';
import { factoryAccountTags } from '../tables/factory-tags.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { heldFactory, isFactoryOf } from './factories.ts';
import { tagsOfAccount } from './tags.ts';

export const accountJson = json({
  id: factoryAccounts.id,
  platform: factoryAccounts.platform,
  handle: factoryAccounts.handle,
  title: factoryAccounts.title,
  status: factoryAccounts.status,
  mode: factoryAccounts.mode,
  posts: factoryAccounts.posts,
  lastScannedAt: factoryAccounts.lastScannedAt,
  tags: tagsOfAccount(factoryAccounts.id),
});

/** An account of a factory, as JSON. */
export type FactoryAccountRecord = TypeOf<typeof accountJson>;

/** An account of a factory of this owner, or null: a field of the facts. */
export const factoryAccountOf = (ownerId: number, id: number, accountId: number): SQL<FactoryAccountRecord | null> =>
  sql`(select ${accountJson} from ${factoryAccounts} join ${factories} on ${factories.id} = ${factoryAccounts.factoryId}
    where ${isFactoryOf(ownerId, id)} and ${factoryAccounts.id} = ${accountId})`;

export interface Named {
  readonly platform: Platform;
  readonly handle: string;
}

/** A condition: the account of a factory has that name or id. */
export const hasName = ({ platform, handle }: Named): SQL => sql`(${factoryAccounts.platform} = ${platform}
  and (lower(${factoryAccounts.handle}) = lower(${handle}) or ${factoryAccounts.externalId} = ${handle}))`;

/** The id of the account of that name or id in a factory, or null: a field of the facts. */
export const sameFactoryAccount = (factoryId: number, named: Named): SQL<number | null> =>
  sql`(select min(${factoryAccounts.id})::float8 from ${factoryAccounts}
    where ${factoryAccounts.factoryId} = ${factoryId} and ${hasName(named)})`;

/** A condition on an account here and its grant: the grant may read its posts for this user, because it is the user's or its owner consents. */
export const isReadableFor = (userId: number): SQL => sql`(${socialAccounts.isVerified} and ${isGrantUsable}
  and (${socialAccounts.ownerId} = ${userId} or ${socialGrants.sharedAt} is not null))`;

/**
 * The account here of that name whose grant may read its posts for this user, because it is the user's or its owner consents; or null: a field of
 * the facts.
 */
export const grantingAccount = (userId: number, { platform, handle }: Named): SQL<number | null> =>
  sql`(select min(${socialAccounts.id})::float8 from ${socialAccounts}
    join ${socialGrants} on ${socialGrants.socialAccountId} = ${socialAccounts.id}
    where ${socialAccounts.platform} = ${platform} and lower(${socialAccounts.handle}) = lower(${handle}) and ${isReadableFor(userId)})`;

export interface NewFactoryAccount extends FactoryAccountRecord {
  readonly factoryId: number;
  /** The account here whose grant reads it; null: the application's key reads it. */
  readonly socialAccountId: number | null;
  readonly createdAt: Date;
}

/**
 * Adds an account to a factory that is not deleted. Its platform is asked at once, unless the factory is paused. The limit `factory_accounts`
 * refuses it when the factory would have more than `limit`.
 */
export const insertFactoryAccount = (account: NewFactoryAccount, limit: number): SQLWrapper[] => {
  const { factoryId, createdAt } = account;
  const row = {
    ...{ id: account.id, factoryId, platform: account.platform, handle: account.handle, mode: account.mode },
    ...{ status: account.status, socialAccountId: account.socialAccountId, createdAt },
    dueAt: sql`case when ${factories.status} = 'ACTIVE' then ${createdAt}::timestamptz end`,
  };
  return [
    heldFactory(factoryId),
    guard(sql`${sameFactoryAccount(factoryId, account)} is null`, 'VERSION_CONFLICT'),
    insertSelect(factoryAccounts, row, sql`from ${factories} where ${factories.id} = ${factoryId}`),
    guard(
      sql`(select count(*) <= ${limit} from ${factoryAccounts} where ${factoryAccounts.factoryId} = ${factoryId})`,
      limitCode('factory_accounts'),
    ),
  ];
};

/**
 * Removes an account from a factory, with its posts, and ends its scan. What was read of it is deleted at night. A job that lists its posts locks
 * the factory too, so it adds none meanwhile.
 */
export const deleteFactoryAccount = (factoryId: number, accountId: number, at: Date): SQLWrapper[] => [
  heldFactory(factoryId),
  sql`select factory_end_scan_of(${accountId}, ${at})`,
  build.delete(factoryAccountTags).where(sql`${factoryAccountTags.accountId} = ${accountId}`),
  build.delete(factoryPosts).where(sql`${factoryPosts.accountId} = ${accountId}`),
  build.insert(removedFactoryAccounts).values({ accountId, removedAt: at }).onConflictDoNothing(),
  changesOne(build.delete(factoryAccounts).where(sql`${factoryAccounts.id} = ${accountId}`)),
];
