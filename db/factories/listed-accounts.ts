import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { limitCode } from '../failures.ts';
import { build, changesOne, guard, insertSelect, json, type TypeOf } from '../query.ts';
import { socialGrants } from '../tables/connections.ts';
import { factories, factoryAccounts } from '../tables/factories.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import {
  accountJson,
  type FactoryAccountRecord,
  hasName,
  isReadableFor,
  type Named,
  type NewFactoryAccount,
} from './accounts.ts';
import { heldFactory } from './factories.ts';
import { tagsOfAccount } from './tags.ts';

/** The account in mode LISTED of that name or id in a factory, or null: a field of the facts. */
export const listedAccount = (factoryId: number, named: Named): SQL<FactoryAccountRecord | null> =>
  sql`(select ${accountJson} from ${factoryAccounts} where ${factoryAccounts.factoryId} = ${factoryId} and ${hasName(named)}
    and ${factoryAccounts.mode} = 'LISTED' order by ${factoryAccounts.id} limit 1)`;

interface Watched {
  readonly factoryId: number;
  readonly accountId: number;
  readonly socialAccountId: number | null;
  readonly at: Date;
}

/**
 * Turns an account in mode LISTED into mode ACCOUNT. Its posts are listed at once, unless the factory is paused. What is reserved for its scan is
 * returned, because the scan loses its lease.
 */
export const watchAllPosts = ({ factoryId, accountId, socialAccountId, at }: Watched): SQLWrapper[] => [
  heldFactory(factoryId),
  sql`select factory_end_scan_of(${accountId}, ${at})`,
  changesOne(
    build
      .update(factoryAccounts)
      .set({ mode: 'ACCOUNT', turn: 'LISTING', socialAccountId, dueAt: dueNow(at) })
      .from(factories)
      .where(
        and(
          eq(factories.id, factoryAccounts.factoryId),
          eq(factories.id, factoryId),
          eq(factoryAccounts.id, accountId),
          eq(factoryAccounts.mode, 'LISTED'),
        ),
      ),
  ),
];

const dueNow = (at: Date): SQL => sql`case when ${factories.status} = 'ACTIVE' then ${at}::timestamptz end`;

const granterJson = json({
  id: socialAccounts.id,
  handle: socialAccounts.handle,
});

/** An account here whose grant may read its posts for a user, as JSON. */
export type Granter = TypeOf<typeof granterJson>;

/**
 * The accounts here whose grants may read a post for this user: the author that the address names, or without one the accounts that the factory
 * watches and then those of the user, at most `limit`: a field of the facts.
 */
export const granters = (
  userId: number,
  {
    factoryId,
    platform,
    author,
  }: Pick<Named, 'platform'> & { readonly factoryId: number; readonly author: string | null },
  limit: number,
): SQL<readonly Granter[]> => {
  const watched = sql`select ${factoryAccounts.socialAccountId} from ${factoryAccounts} where ${factoryAccounts.factoryId} = ${factoryId}`;
  const isAsked =
    author === null
      ? sql`${socialAccounts.id} in (${watched} union select own.id from ${socialAccounts} own where own.owner_id = ${userId})`
      : sql`lower(${socialAccounts.handle}) = lower(${author})`;
  return sql`(select coalesce(json_agg(granter.item), '[]') from (
    select ${granterJson} as item from ${socialAccounts} join ${socialGrants} on ${socialGrants.socialAccountId} = ${socialAccounts.id}
    where ${socialAccounts.platform} = ${platform} and ${isReadableFor(userId)} and ${isAsked}
    order by coalesce(${socialAccounts.id} in (${watched}), false) desc, ${socialAccounts.id} limit ${limit}) granter)`;
};

/** The account at its platform that has published a post. Its handle is null until the platform was asked for it. */
export interface Publisher extends Pick<Named, 'platform'> {
  readonly externalId: string;
  readonly handle: string | null;
}

/** A condition: the account of a factory is the publisher, by its id at the platform, or by its name until the platform was asked for the account. */
const isPublisher = ({ platform, externalId, handle }: Publisher): SQL => sql`(${factoryAccounts.platform} = ${platform}
  and (${factoryAccounts.externalId} = ${externalId} or (${factoryAccounts.externalId} is null
    and (lower(${factoryAccounts.handle}) = lower(${handle}::text) or ${factoryAccounts.handle} = ${externalId}))))`;

const publisherJson = json({
  id: factoryAccounts.id,
  handle: factoryAccounts.handle,
  tags: tagsOfAccount(factoryAccounts.id),
});

/** The account of a factory that has published a post, as JSON. */
export type PublisherRecord = TypeOf<typeof publisherJson>;

/** The account of a factory that is the publisher, or null: a field of the facts. */
export const accountOfPublisher = (factoryId: number, publisher: Publisher): SQL<PublisherRecord | null> =>
  sql`(select ${publisherJson} from ${factoryAccounts} where ${factoryAccounts.factoryId} = ${factoryId} and ${isPublisher(publisher)}
    order by ${factoryAccounts.externalId} nulls last, ${factoryAccounts.id} limit 1)`;

export interface NewListedAccount
  extends Pick<NewFactoryAccount, 'id' | 'factoryId' | 'platform' | 'title' | 'socialAccountId' | 'createdAt'> {
  readonly externalId: string;
  readonly handle: string;
}

/**
 * Adds an account of which one post is watched, to a factory that the commit has locked. It is due for a scan at once, unless the factory is
 * paused. The limit `factory_accounts` refuses it when the factory would have more than `limit`.
 */
export const insertListedAccount = ({ factoryId, ...account }: NewListedAccount, limit: number): SQL[] => [
  guard(sql`${accountOfPublisher(factoryId, account)} is null`, 'VERSION_CONFLICT'),
  insertSelect(
    factoryAccounts,
    { ...account, ...listed, factoryId, dueAt: dueNow(account.createdAt) },
    sql`from ${factories} where ${factories.id} = ${factoryId}`,
  ),
  guard(
    sql`(select count(*) <= ${limit} from ${factoryAccounts} where ${factoryAccounts.factoryId} = ${factoryId})`,
    limitCode('factory_accounts'),
  ),
];

const listed = { mode: 'LISTED', status: 'ACTIVE', turn: 'SCAN' } as const;
