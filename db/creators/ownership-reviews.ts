import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { OwnershipStatus } from '../../schema/creators/creators.ts';
import { array, cursorGuard, type Db } from '../client.ts';
import { json, jsonList, select, type TypeOf } from '../query.ts';
import { channels } from '../tables/channels.ts';
import { socialGrants } from '../tables/connections.ts';
import { ownershipClaims, ownershipEvents, ownershipEvidence } from '../tables/ownership.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { privateUploads } from '../tables/uploads.ts';
import { type UploadRecord, uploadJson } from '../uploads/records.ts';
import { type OwnershipRecord, ownershipJson, ownershipTables } from './ownership.ts';

export interface ReviewsPage {
  readonly status: OwnershipStatus;
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/**
 * Channels by the status of their review, first submitted first: their order never changes. A cursor of a channel that never had
 * this status is INVALID_CURSOR.
 */
export const reviewsPage = (
  db: Db,
  { status, limit, cursor }: ReviewsPage,
): Promise<{ readonly review: OwnershipRecord }[]> => {
  const of = sql`${ownershipClaims} where ${ownershipClaims.channelId} = ${cursor}
    and ${ownershipClaims.firstSubmittedAt} is not null and ${wasEver(status)}`;
  const place = sql`(${ownershipClaims.firstSubmittedAt}, ${ownershipClaims.channelId})`;
  const after = sql`and ${place} > (select ${ownershipClaims.firstSubmittedAt}, ${ownershipClaims.channelId} from ${of})
    and ${cursorGuard(of)}`;
  return db.read(
    select(
      { review: ownershipJson },
      sql`from ${ownershipTables}
        where ${channels.ownership} = ${status} and ${channels.status} <> 'REMOVED'
          and ${ownershipClaims.firstSubmittedAt} is not null
          ${status === 'PENDING_REVIEW' ? sql`and ${ownershipClaims.decidedAt} is null` : sql``}
          ${cursor === undefined ? sql`` : after}
        order by ${ownershipClaims.firstSubmittedAt}, ${ownershipClaims.channelId} limit ${limit + 1}`,
    ),
  );
};

// Every submitted channel has awaited its review. The events name the decisions.
const wasEver = (status: OwnershipStatus): SQL =>
  status === 'PENDING_REVIEW'
    ? sql`true`
    : sql`(exists (select from ${channels}
          where ${channels.id} = ${ownershipClaims.channelId} and ${channels.ownership} = ${status})
        or exists (select from ${ownershipEvents} where ${ownershipEvents.channelId} = ${ownershipClaims.channelId}
          and ${ownershipEvents.kind} = any (${array(status === 'VERIFIED' ? ['CODE_FOUND', 'APPROVED'] : ['REJECTED', 'WITHDRAWN'])}::text[])))`;

/** The attached files, in order: a field of the facts. */
export const evidenceOf = (channelId: number): SQL<readonly UploadRecord[]> =>
  jsonList(
    uploadJson,
    sql`from ${ownershipEvidence} join ${privateUploads} on ${privateUploads.id} = ${ownershipEvidence.uploadId}
      where ${ownershipEvidence.channelId} = ${channelId}`,
    sql`${ownershipEvidence.position}`,
  );

/** Figures that were read under a connection are shown to others only with the consent of its owner. */
const areShared = sql`not exists (select from ${socialGrants}
  where ${socialGrants.socialAccountId} = ${socialAccounts.id} and ${socialGrants.sharedAt} is null)`;

const accountJson = json({
  id: socialAccounts.id,
  handle: socialAccounts.handle,
  title: socialAccounts.title,
  status: socialAccounts.status,
  verifiedVia: socialAccounts.verifiedVia,
  verifiedAt: socialAccounts.verifiedAt,
  followers: sql<number | null>`case when ${areShared} then ${socialAccounts.followers} end`,
  profileAt: socialAccounts.profileAt,
});

/** A social account beside the claim of a channel, as JSON. */
export type ReviewedAccount = TypeOf<typeof accountJson>;

/** The account of the channel, otherwise the creator's account with its platform and handle, or null: a field of the facts. */
export const accountOfReview = (channelId: number): SQL<ReviewedAccount | null> =>
  sql`(select ${accountJson} from ${channels} join ${socialAccounts}
    on ${socialAccounts.ownerId} = ${channels.creatorId} and ${socialAccounts.platform} = ${channels.platform}
    where ${channels.id} = ${channelId} and (${socialAccounts.id} = ${channels.socialAccountId}
      or lower(${socialAccounts.handle}) = lower(${channels.handle}))
    order by ${socialAccounts.id} is not distinct from ${channels.socialAccountId} desc, ${socialAccounts.isVerified} desc, ${socialAccounts.id} desc
    limit 1)`;

const eventJson = json({
  kind: ownershipEvents.kind,
  actorId: ownershipEvents.actorId,
  reason: ownershipEvents.reason,
  at: ownershipEvents.at,
});

/** An event in the history of a channel, as JSON. */
export type OwnershipEvent = TypeOf<typeof eventJson>;

/** The latest events of a channel, oldest first: a field of the facts. */
export const eventsOf = (channelId: number, limit: number): SQL<readonly OwnershipEvent[]> =>
  jsonList(
    eventJson,
    sql`from (select * from ${ownershipEvents} where ${ownershipEvents.channelId} = ${channelId}
      order by ${ownershipEvents.id} desc limit ${limit}) ${ownershipEvents}`,
    sql`${ownershipEvents.id}`,
  );
