import type { SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { isListed } from '../catalog/refresh.ts';
import type { Db } from '../client.ts';
import { build, json, maybe, type RowOf, select, type TypeOf } from '../query.ts';
import { audienceSnapshots, socialAccounts } from '../tables/social-accounts.ts';

type NewAccount = Required<
  Pick<typeof socialAccounts.$inferInsert, 'id' | 'ownerId' | 'platform' | 'handle' | 'externalId'>
>;

/** Inserts an account whose owner has proven it to its platform. */
export const insertVerifiedAccount = (account: NewAccount, at: Date): SQLWrapper =>
  build.insert(socialAccounts).values({
    ...account,
    status: 'ACTIVE',
    isVerified: true,
    verifiedVia: 'PLATFORM_API',
    createdAt: at,
    updatedAt: at,
  });

/** Active and verified: not blocked, suspended, sold or deleted. */
const isUsable = sql<boolean>`(${socialAccounts.status} = 'ACTIVE' and ${socialAccounts.isVerified})`;

const ownAccountJson = json({
  id: socialAccounts.id,
  platform: socialAccounts.platform,
  handle: socialAccounts.handle,
  externalId: socialAccounts.externalId,
  isUsable,
});

/** A social account as a channel and its prices need it, as JSON. */
export type OwnAccount = TypeOf<typeof ownAccountJson>;

/** The social account of this owner, whatever its status, or null: a field of the facts. */
export const ownAccount = (ownerId: number, accountId: number | null): SQL<OwnAccount | null> =>
  sql`(select ${ownAccountJson} from ${socialAccounts}
    where ${socialAccounts.id} = ${accountId}::bigint and ${socialAccounts.ownerId} = ${ownerId})`;

const accountFields = {
  id: socialAccounts.id,
  platform: socialAccounts.platform,
  handle: socialAccounts.handle,
  externalId: socialAccounts.externalId,
  status: socialAccounts.status,
  isVerified: socialAccounts.isVerified,
  isUsable,
  verifiedVia: socialAccounts.verifiedVia,
  avatarUrl: socialAccounts.avatarUrl,
  hasAudience: sql<boolean>`exists (select from ${audienceSnapshots}
    where ${audienceSnapshots.socialAccountId} = ${socialAccounts.id} and ${audienceSnapshots.verifiedAt} is not null)`,
  /** True while the page of its owner is public. */
  isPublic: isListed(socialAccounts.ownerId),
  pictureLeasedUntil: socialAccounts.pictureLeasedUntil,
};

/** A social account as its owner and the adapter of its platform need it. */
export type AccountRow = RowOf<typeof accountFields>;

/** The account of this owner, or null. */
export const readAccount = (db: Db, ownerId: number, id: number): Promise<AccountRow | null> =>
  maybe(
    db,
    select(
      accountFields,
      sql`from ${socialAccounts} where ${socialAccounts.id} = ${id} and ${socialAccounts.ownerId} = ${ownerId}`,
    ),
  );

/** The audience of an account as a platform states it. */
export type Audience = Required<
  Pick<typeof audienceSnapshots.$inferInsert, 'source' | 'capturedAt' | 'verifiedAt' | 'periodDays' | 'geo' | 'demo'>
>;

export const insertAudience = (socialAccountId: number, audience: Audience): SQLWrapper =>
  build.insert(audienceSnapshots).values({ ...audience, socialAccountId });
