import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { jsonb } from '../client.ts';
import { isHeld, type Leasable } from '../leases.ts';
import { type DueWork, type HeldRows, isFree, longestDue } from '../platform-work.ts';
import { build, insertSelect, json, type TypeOf } from '../query.ts';
import { socialGrants } from '../tables/connections.ts';
import { audienceSnapshots, socialAccounts } from '../tables/social-accounts.ts';
import type { Audience } from './audiences.ts';
import { isAccountUsable, isGrantUsable, ownerOfSocialAccount } from './grant-access.ts';
import { profileColumns, type ReadProfile } from './profile-ages.ts';

export const leasableAudiences: Leasable<typeof socialGrants> = {
  table: socialGrants,
  id: socialGrants.socialAccountId,
  leasedUntil: socialGrants.audienceDueAt,
  failures: socialGrants.audienceFailures,
};

interface DueAudiences {
  readonly at: Date;
  readonly leaseEnd: Date;
  /** The next time of an account that cannot be asked now. */
  readonly putOffUntil: Date;
}

/** Connected accounts whose profile and audience are due. */
export const dueAudiences = ({ at, leaseEnd, putOffUntil }: DueAudiences): DueWork<'AUDIENCES'> => ({
  name: 'AUDIENCES',
  leasable: leasableAudiences,
  isMoney: false,
  ownerOf: ({ id }) => ownerOfSocialAccount(id),
  due: (page) => {
    const until = sql`case when ${socialGrants.status} <> 'ACTIVE' then null
      when ${isGrantUsable} then ${leaseEnd}::timestamptz else ${putOffUntil}::timestamptz end`;
    return sql`select ${socialGrants.socialAccountId} as id, ${socialGrants.platform}, ${socialGrants.socialAccountId} as account_id,
        ${until} as until
      from ${longestDue(leasableAudiences, socialGrants.platform, { ...page, at })}
      join ${socialAccounts} on ${socialAccounts.id} = ${socialGrants.socialAccountId}`;
  },
});

/** Makes audiences due now that were postponed because their accounts could not be asked. Leased ones stay leased. */
export const recallAudiences = (accountIds: SQL, at: Date): SQLWrapper =>
  build
    .update(socialGrants)
    .set({ audienceDueAt: at })
    .where(sql`${socialGrants.socialAccountId} in (${accountIds}) and ${isFree(leasableAudiences, at)}`);

const accountJson = json({
  id: socialGrants.socialAccountId,
  failures: socialGrants.audienceFailures,
  ownerId: socialAccounts.ownerId,
});
export type HeldAudience = TypeOf<typeof accountJson>;

/** The accounts of a message that may still be asked. */
export const heldAudiences = (ids: readonly number[], leaseEnd: Date): HeldRows => ({
  leasable: leasableAudiences,
  ids,
  leaseEnd,
  item: accountJson,
  joins: sql`join ${socialAccounts} on ${socialAccounts.id} = ${socialGrants.socialAccountId}`,
  condition: isGrantUsable,
});

/** Stores an audience that was read under the grant of an account, if the grant is still active. It waits for a commit that ends the grant. */
export const recordAudience = (id: number, audience: Omit<Audience, 'source'>, leaseEnd: Date): SQL => {
  const { capturedAt, verifiedAt, periodDays, geo, demo, followers = null } = audience;
  const inserted = insertSelect(
    audienceSnapshots,
    {
      socialAccountId: sql`${id}::bigint`,
      source: 'PLATFORM_API',
      capturedAt,
      verifiedAt: sql`${verifiedAt}::timestamptz`,
      periodDays: sql`${periodDays}::int`,
      geo: jsonb(geo),
      demo: jsonb(demo),
      followers: sql`${followers}::bigint`,
    },
    sql`from held`,
  );
  return sql`with ${held(id, leaseEnd)} ${inserted}`;
};

/** The part of a statement that returns a row while the caller has the lease and the grant is active. Accounts are locked before their grants. */
const held = (
  id: number,
  leaseEnd: Date,
): SQL => sql`owner as materialized (select ${socialAccounts.id} as id from ${socialAccounts}
    where ${socialAccounts.id} = ${id} and ${isAccountUsable} for no key update),
  held as materialized (select 1 from ${socialGrants} where ${isHeld(leasableAudiences, { id: sql`(select id from owner)`, leasedUntil: leaseEnd })}
    and ${socialGrants.status} = 'ACTIVE' for no key update)`;

/**
 * Stores the profile as the platform describes it, if the grant is still active. The version of the account stays, because its owner has changed
 * nothing.
 */
export const recordProfile = (
  id: number,
  profile: ReadProfile,
  { leaseEnd, at }: { readonly leaseEnd: Date; readonly at: Date },
): SQL =>
  sql`with ${held(id, leaseEnd)} ${build
    .update(socialAccounts)
    .set(profileColumns(profile, at))
    .where(sql`${socialAccounts.id} = ${id} and exists (select from held)`)
    .getSQL()}`;
