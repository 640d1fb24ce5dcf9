import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import type { Db } from '../client.ts';
import { build, json, maybe, select, type TypeOf } from '../query.ts';
import { socialGrants } from '../tables/connections.ts';
import { users } from '../tables/identity.ts';
import { socialAccounts } from '../tables/social-accounts.ts';

/** A condition on an account: it is active, and its owner is not suspended. */
export const isAccountUsable = sql<boolean>`(${socialAccounts.status} = 'ACTIVE'
  and not exists (select from ${users} where ${users.id} = ${socialAccounts.ownerId} and ${users.suspendedAt} is not null))`;

/** A condition on an account and its grant: the service may use the grant now. */
export const isGrantUsable = sql<boolean>`(${socialGrants.status} = 'ACTIVE' and ${isAccountUsable})`;

const accessJson = json({
  accountId: socialGrants.socialAccountId,
  platform: sql<Platform>`${socialGrants.platform}`,
  externalId: sql<string>`${socialAccounts.externalId}`,
  scopes: socialGrants.scopes,
  accessExpiresAt: socialGrants.accessExpiresAt,
  /** In hexadecimal. */
  access: sql<string>`encode(${socialGrants.sealedAccess}, 'hex')`,
});

/** What a request under a grant needs, as JSON. The token is sealed. */
export type GrantAccess = TypeOf<typeof accessJson>;

/** Selects `access`, the grant of an account that can be used now. */
export const grantAccessOf = (accountId: number | null): SQL =>
  sql`select ${accessJson} as access from ${socialGrants}
    join ${socialAccounts} on ${socialAccounts.id} = ${socialGrants.socialAccountId}
    where ${socialGrants.socialAccountId} = ${accountId}::bigint and ${isGrantUsable}`;

/** The grant of an account that can be used now, or null. */
export const readGrantAccess = async (db: Db, accountId: number): Promise<GrantAccess | null> =>
  (await maybe(db, select({ access: sql<GrantAccess>`access` }, sql`from (${grantAccessOf(accountId)}) granted`)))
    ?.access ?? null;

/** Notes the use of a grant, at most once an hour. */
export const touchGrant = (accountId: number | null, at: Date, condition: SQL = sql`true`): SQL =>
  build
    .update(socialGrants)
    .set({ lastUsedAt: at })
    .where(
      sql`${socialGrants.socialAccountId} = ${accountId}::bigint and ${socialGrants.lastUsedAt} < ${new Date(at.getTime() - 3_600_000)}
        and ${condition}`,
    )
    .getSQL();

/** The user of this social account. */
export const ownerOfSocialAccount = (id: SQL): SQL<number | null> =>
  sql`(select ${socialAccounts.ownerId} from ${socialAccounts} where ${socialAccounts.id} = ${id})`;
