import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { AccountEventActor, Platform } from '../../schema/shared/enums.ts';
import { array } from '../client.ts';
import { followAccounts, hideFromOthers, showToOthers } from '../metrics/shared-metrics.ts';
import { bindPosts, type ProvenAccount } from '../metrics/tracked-posts.ts';
import { changeAndNotify } from '../notifications/account-events.ts';
import { build, changesOne, guard, insertSelect, json, type TypeOf } from '../query.ts';
import { accountConsents, socialGrants } from '../tables/connections.ts';
import { audienceSnapshots, socialAccounts } from '../tables/social-accounts.ts';
import { forgetProfile } from './profile-ages.ts';
import { recallAccounts } from './recalled-accounts.ts';

/** The columns of the tokens of a grant. */
export const sealedTokens = {
  /** In hexadecimal; null once the grant has ended. */
  access: sql<string | null>`encode(${socialGrants.sealedAccess}, 'hex')`,
  refresh: sql<string | null>`encode(${socialGrants.sealedRefresh}, 'hex')`,
};
const sealedJson = json(sealedTokens);

/** The sealed tokens of a grant, as JSON. */
export type SealedTokens = TypeOf<typeof sealedJson>;

/** The tokens of an account, or null: a field of the facts. */
export const sealedTokensOf = (accountId: number): SQL<SealedTokens | null> =>
  sql`(select ${sealedJson} from ${socialGrants} where ${socialGrants.socialAccountId} = ${accountId})`;

/** The tokens of the account that the user has proven and its platform knows by this id, or null: a field of the facts. */
export const sealedTokensOfProven = (
  ownerId: number,
  platform: Platform,
  externalId: string,
): SQL<SealedTokens | null> =>
  sql`(select ${sealedJson} from ${socialGrants} join ${socialAccounts} on ${socialAccounts.id} = ${socialGrants.socialAccountId}
    where ${socialAccounts.ownerId} = ${ownerId} and ${socialAccounts.platform} = ${platform} and ${socialAccounts.externalId} = ${externalId}
      and ${socialAccounts.isVerified} and ${socialAccounts.status} not in ('SOLD', 'DELETED'))`;

/**
 * VERSION_CONFLICT unless the account still has the tokens that were read. A renewal or a sign-in stores others, which must be revoked instead of
 * these.
 */
const holdTokensAsRead = (accountId: number, read: SealedTokens | null): SQLWrapper =>
  sql`with held as materialized (select encode(${socialGrants.sealedAccess}, 'hex') as access
      from ${socialGrants} where ${socialGrants.socialAccountId} = ${accountId} for update)
    ${guard(sql`(select access from held) is not distinct from ${read?.access ?? null}::text`, 'VERSION_CONFLICT')}`;

export interface NewGrant {
  readonly socialAccountId: number;
  readonly platform: Platform;
  readonly scopes: readonly string[];
  readonly sealedAccess: Uint8Array;
  readonly sealedRefresh: Uint8Array | null;
  readonly accessExpiresAt: Date | null;
  readonly refreshExpiresAt: Date | null;
  /** When it is renewed next. */
  readonly dueAt: Date;
}

/** Whether others may see what is read under a grant, as its owner chose. */
export interface SharingChoice {
  /** The version of the text that the owner has consented to; null: none. */
  readonly sharingVersion: string | null;
  readonly sharedAt: Date | null;
  readonly sharingChosenAt: Date;
}

/** What a sign-in changes: the tokens and the time of the choice about sharing as they were read, and the account. */
interface Connected {
  readonly former: SealedTokens | null;
  readonly chosenAt: string | null;
  readonly account: ProvenAccount;
}

/**
 * Stores a grant, which replaces the former one of the account, and the choice about sharing. A new choice without a consent withdraws the former
 * consent. Makes due what the grant reads. VERSION_CONFLICT unless the former tokens and choice are those that were read. The commit also
 * refreshes the catalog.
 */
export const storeGrant = (
  grant: NewGrant,
  { isNew, ...choice }: SharingChoice & { readonly isNew: boolean },
  { former, chosenAt, account }: Connected,
  at: Date,
): SQLWrapper[] => {
  const { socialAccountId } = grant;
  const { sharingVersion } = choice;
  const id = sql`${socialAccountId}`;
  const stored = {
    ...grant,
    ...choice,
    scopes: [...grant.scopes],
    status: 'ACTIVE' as const,
    failures: 0,
    renewingUntil: null,
    connectedAt: at,
    confirmedAt: at,
    lastUsedAt: at,
    endedAt: null,
    linkUsedAt: null,
    audienceDueAt: at,
    audienceFailures: 0,
    updatedAt: at,
  };
  return [
    holdTokensAsRead(socialAccountId, former),
    guardChoice(socialAccountId, chosenAt),
    ...(isNew && sharingVersion === null ? [withdrawConsent(socialAccountId, at)] : []),
    build.insert(socialGrants).values(stored).onConflictDoUpdate({ target: socialGrants.socialAccountId, set: stored }),
    ...(!isNew || sharingVersion === null ? [] : [recordConsent(socialAccountId, 'GIVEN', sharingVersion, at)]),
    ...recallAccounts(id, at, bindPosts(account, at)),
    // After the grant, because they show what it allows now.
    ...(sharingVersion === null ? hideFromOthers(id) : [followAccounts(id)]),
  ];
};

/** VERSION_CONFLICT unless the owner's last choice about sharing is the one that was read. The grant is locked. */
const guardChoice = (socialAccountId: number, read: string | null): SQLWrapper =>
  guard(
    sql`(select ${socialGrants.sharingChosenAt} from ${socialGrants} where ${socialGrants.socialAccountId} = ${socialAccountId})
      is not distinct from ${read}::timestamptz`,
    'VERSION_CONFLICT',
  );

/** Records the withdrawal of the consent that was given, if there is one. It waits for commits under the grant. */
const withdrawConsent = (socialAccountId: number, at: Date): SQLWrapper =>
  insertSelect(
    accountConsents,
    {
      socialAccountId: socialGrants.socialAccountId,
      kind: sql`'WITHDRAWN'`,
      version: socialGrants.sharingVersion,
      at: sql`${at}::timestamptz`,
    },
    sql`from ${socialGrants} where ${socialGrants.socialAccountId} = ${socialAccountId}
      and ${socialGrants.status} = 'ACTIVE' and ${socialGrants.sharingVersion} is not null
      for update on conflict do nothing`,
  );

const clockSkewMs = 60_000;

/** Ends the grant of an account, and deletes the profile that was read under it: see endTokens. Nothing happens without a grant. */
export const endGrant = (
  socialAccountId: number,
  actor: AccountEventActor,
  at: Date,
  read?: SealedTokens | null,
): SQLWrapper[] => [
  forgetProfile(
    socialAccountId,
    at,
    sql`exists (select from ${socialGrants}
      where ${socialGrants.socialAccountId} = ${socialAccountId} and ${socialGrants.status} <> 'REVOKED')`,
  ),
  ...endTokens(socialAccountId, actor, at, read),
  ...hideFromOthers(sql`${socialAccountId}`),
];

/**
 * Ends the grant of an account, deletes its tokens and the audience that was read under it, and notifies its owner. hideFromOthers must follow in
 * the same commit; the nightly sweep deletes the measurements. A caller that revokes the tokens at the platform passes those that it has read: VERSION_CONFLICT if the
 * account has others.
 */
export const endTokens = (
  socialAccountId: number,
  actor: AccountEventActor,
  at: Date,
  read?: SealedTokens | null,
): SQLWrapper[] => [
  ...(read === undefined ? [] : [holdTokensAsRead(socialAccountId, read)]),
  changeAndNotify(
    build
      .update(socialGrants)
      .set({
        status: 'REVOKED',
        sealedAccess: null,
        sealedRefresh: null,
        dueAt: null,
        renewingUntil: null,
        sharingVersion: null,
        sharedAt: null,
        // The owner withdraws the consent with the connection. An older sign-in that returns later does not restore it.
        ...(actor === 'CREATOR' && { sharingChosenAt: at }),
        endedAt: at,
        audienceDueAt: null,
        // A reading that is not committed yet may have a time from a clock that is a little ahead.
        forgetBefore: new Date(at.getTime() + clockSkewMs),
        updatedAt: at,
      })
      .where(and(eq(socialGrants.socialAccountId, socialAccountId), sql`${socialGrants.status} <> 'REVOKED'`)),
    { accountId: socialAccountId, kind: 'social_account.disconnected', actor },
    at,
  ),
  build
    .delete(audienceSnapshots)
    .where(and(eq(audienceSnapshots.socialAccountId, socialAccountId), eq(audienceSnapshots.source, 'PLATFORM_API'))),
];

/** Gives or withdraws the consent of ACTIVE grants. VERSION_CONFLICT ends the transaction when one has ended. */
export const changeSharing = (
  accountIds: readonly number[],
  { isGiven, version }: { readonly isGiven: boolean; readonly version: string },
  at: Date,
): SQLWrapper[] => {
  const changed = accountIds.flatMap((id) => [
    changesOne(
      build
        .update(socialGrants)
        .set({
          sharingVersion: isGiven ? version : null,
          sharedAt: isGiven ? at : null,
          sharingChosenAt: at,
          updatedAt: at,
        })
        .where(and(eq(socialGrants.socialAccountId, id), eq(socialGrants.status, 'ACTIVE'))),
    ),
    recordConsent(id, isGiven ? 'GIVEN' : 'WITHDRAWN', version, at),
  ]);
  const ids = sql`select unnest(${array(accountIds)}::bigint[])`;
  return [lockGrants(accountIds), ...changed, ...(isGiven ? showToOthers(ids, at) : hideFromOthers(ids))];
};

/**
 * Records that the owner chose again what the ACTIVE grant has: a sign-in that began before does not change it. VERSION_CONFLICT when the grant has
 * ended.
 */
export const confirmSharing = (accountId: number, at: Date): SQLWrapper =>
  changesOne(
    build
      .update(socialGrants)
      .set({ sharingChosenAt: at, updatedAt: at })
      .where(and(eq(socialGrants.socialAccountId, accountId), eq(socialGrants.status, 'ACTIVE'))),
  );

/** Locks the grants of these accounts in the order of their ids. */
const lockGrants = (accountIds: readonly number[]): SQLWrapper =>
  sql`select from ${socialGrants} where ${socialGrants.socialAccountId} = any (${array(accountIds)}::bigint[])
    order by ${socialGrants.socialAccountId} for update`;

const recordConsent = (socialAccountId: number, kind: 'GIVEN' | 'WITHDRAWN', version: string, at: Date): SQLWrapper =>
  build.insert(accountConsents).values({ socialAccountId, kind, version, at }).onConflictDoNothing();
