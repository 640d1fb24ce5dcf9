import { and, eq, gt, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import { array, type Db } from '../client.ts';
import { available, type BatchLease, type Leasable, leaseDue } from '../leases.ts';
import { build, changesOne, json, query, type RowOf, type TypeOf } from '../query.ts';
import { accountClaims, socialAccounts } from '../tables/social-accounts.ts';

const claimJson = json({
  code: accountClaims.code,
  codeExpiresAt: accountClaims.codeExpiresAt,
  checksLeft: accountClaims.checksLeft,
  checkedAt: accountClaims.checkedAt,
});

/** The code that proves an account, as JSON. */
export type ClaimRecord = TypeOf<typeof claimJson>;

/** The claim of an account, or null: a field of the facts. */
export const claimOf = (accountId: SQLWrapper | number): SQL<ClaimRecord | null> =>
  sql`(select ${claimJson} from ${accountClaims} where ${accountClaims.socialAccountId} = ${accountId})`;

export interface NewCode {
  readonly code: string;
  readonly expiresAt: Date;
  readonly checks: number;
}

/** Stores a new code, which replaces the former one. */
export const storeCode = (accountId: number, { code, expiresAt, checks }: NewCode, at: Date): SQLWrapper => {
  const fresh = {
    code,
    codeExpiresAt: expiresAt,
    checksLeft: checks,
    checkDueAt: null,
    failures: 0,
    checkedAt: null,
    updatedAt: at,
  };
  return build
    .insert(accountClaims)
    .values({ socialAccountId: accountId, ...fresh })
    .onConflictDoUpdate({ target: accountClaims.socialAccountId, set: fresh });
};

/** Makes the job look for the code now. VERSION_CONFLICT ends the transaction when no check is left. */
export const requestCheck = (accountId: number, { code }: ClaimRecord, at: Date): SQL =>
  changesOne(
    build
      .update(accountClaims)
      .set({ checkDueAt: at, failures: 0, updatedAt: at })
      .where(
        and(
          eq(accountClaims.socialAccountId, accountId),
          eq(accountClaims.code, code),
          gt(accountClaims.checksLeft, 0),
        ),
      ),
  );

export const leasableClaims: Leasable<typeof accountClaims> = {
  table: accountClaims,
  id: accountClaims.socialAccountId,
  leasedUntil: accountClaims.checkDueAt,
  failures: accountClaims.failures,
};

const dueFields = {
  id: accountClaims.socialAccountId,
  failures: accountClaims.failures,
  code: accountClaims.code,
  ownerId: socialAccounts.ownerId,
  platform: socialAccounts.platform,
  handle: socialAccounts.handle,
  version: socialAccounts.version,
};

/** A claim whose code is to be looked for. */
export type DueClaim = RowOf<typeof dueFields>;

/** A lease of at most `limit` claims of each platform, so that many claims of one do not delay those of another. */
export interface DueClaims extends BatchLease {
  readonly platforms: readonly Platform[];
}

/** Leases claims of PENDING accounts whose check is due and whose code is valid. */
export const leaseDueClaims = (db: Db, lease: DueClaims): Promise<DueClaim[]> => {
  const due = sql`
    select found.id from unnest(${array(lease.platforms)}::text[]) as asked(platform) cross join lateral (
      select ${accountClaims.socialAccountId} as id
      from ${accountClaims} join ${socialAccounts} on ${socialAccounts.id} = ${accountClaims.socialAccountId}
      where ${socialAccounts.status} = 'PENDING' and ${socialAccounts.platform} = asked.platform
        and ${accountClaims.codeExpiresAt} > ${lease.at} and ${available(leasableClaims, lease)}) found`;
  const leased = leaseDue(leasableClaims, due, sql`${lease.leasedUntil}::timestamptz`);
  return db.read(
    query(
      dueFields,
      (columns) => sql`
        with leased as (${leased} returning ${accountClaims.socialAccountId} as id)
        select ${columns} from leased join ${accountClaims} on ${accountClaims.socialAccountId} = leased.id
          join ${socialAccounts} on ${socialAccounts.id} = leased.id`,
    ),
  );
};

/**
 * Notes that the platform answered, which uses up one check of the code. The check is over, unless its owner has requested another one since, and one
 * is left.
 */
export const recordAnswer = (
  { id, code }: Pick<DueClaim, 'id' | 'code'>,
  { leasedUntil }: Pick<BatchLease, 'leasedUntil'>,
  at: Date,
): SQLWrapper => {
  const isOver = sql`(${accountClaims.checkDueAt} = ${leasedUntil}::timestamptz or ${accountClaims.checksLeft} <= 1)`;
  return build
    .update(accountClaims)
    .set({
      checksLeft: sql`greatest(0, ${accountClaims.checksLeft} - 1)`,
      checkedAt: at,
      checkDueAt: sql`case when not ${isOver} then ${accountClaims.checkDueAt} end`,
      failures: 0,
      updatedAt: at,
    })
    .where(and(eq(accountClaims.socialAccountId, id), eq(accountClaims.code, code)));
};
