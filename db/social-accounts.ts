import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { socialAccountStatuses, verifiedVias } from '../schema/creators.ts';
import type { Platform } from '../schema/enums.ts';
import { isAnswering } from './catalog.ts';
import { type Db, jsonb } from './client.ts';

export interface SocialAccountRow {
  readonly id: number;
  readonly ownerId: number;
  readonly platform: string;
  readonly handle: string;
  readonly externalId: string;
}

/** An account whose owner has proven it to its platform. */
export const insertVerifiedAccount = (account: SocialAccountRow, at: Date): SQL =>
  sql`insert into social_accounts (id, owner_id, platform, handle, external_id, status, is_verified, verified_via, created_at, updated_at)
      values (${account.id}, ${account.ownerId}, ${account.platform}, ${account.handle}, ${account.externalId}, 'ACTIVE', true,
        'PLATFORM_API', ${at}, ${at})`;

export interface OwnAccount {
  readonly id: number;
  readonly platform: Platform;
  readonly handle: string;
  readonly externalId: string | null;
  /** Active and verified; not blocked, suspended, sold or deleted. */
  readonly isUsable: boolean;
}

const isUsable = sql`(a.status = 'ACTIVE' and a.is_verified)`;

/** The social account of this owner, whatever its status, or null: a column of the facts. */
export const ownAccount = (ownerId: number, accountId: number | null): SQL =>
  sql`(select json_build_object('id', a.id, 'platform', a.platform, 'handle', a.handle, 'externalId', a.external_id,
         'isUsable', ${isUsable})
       from social_accounts a where a.id = ${accountId}::bigint and a.owner_id = ${ownerId})`;

/** What its owner and the platform's adapter need of an account. */
export interface AccountRow {
  readonly id: number;
  readonly platform: Platform;
  readonly handle: string;
  readonly externalId: string | null;
  readonly status: (typeof socialAccountStatuses)[number];
  readonly isVerified: boolean;
  /** As OwnAccount has it. */
  readonly isUsable: boolean;
  readonly verifiedVia: (typeof verifiedVias)[number] | null;
  readonly hasAudience: boolean;
  readonly avatarUrl: string | null;
  /** True while the page of its owner answers. */
  readonly isPublic: boolean;
  readonly pictureAskedAt: Date | null;
}

/** An account of this owner; null when there is none. */
export async function readAccount(db: Db, ownerId: number, id: number): Promise<AccountRow | null> {
  const [account] = await db.rows<AccountRow>(sql`
    select a.id::float8 as id, a.platform, a.handle, a.external_id as "externalId", a.status, a.is_verified as "isVerified",
      ${isUsable} as "isUsable", a.verified_via as "verifiedVia", a.avatar_url as "avatarUrl",
      exists (select from audience_snapshots s where s.social_account_id = a.id and s.verified_at is not null) as "hasAudience",
      ${isAnswering(sql`a.owner_id`)} as "isPublic", a.picture_asked_at as "pictureAskedAt"
    from social_accounts a where a.id = ${id} and a.owner_id = ${ownerId}`);
  return account ?? null;
}

export interface AudienceRow {
  readonly source: string;
  readonly capturedAt: Date;
  readonly verifiedAt: Date | null;
  readonly periodDays: number | null;
  readonly geo: readonly { readonly country: string; readonly share: number }[];
  readonly demo: readonly { readonly age: string; readonly gender: string; readonly share: number }[];
}

export const insertAudience = (socialAccountId: number, audience: AudienceRow): SQL =>
  sql`insert into audience_snapshots (social_account_id, source, captured_at, verified_at, period_days, geo, demo)
      values (${socialAccountId}, ${audience.source}, ${audience.capturedAt}, ${audience.verifiedAt}, ${audience.periodDays},
        ${jsonb(audience.geo)}, ${jsonb(audience.demo)})`;
