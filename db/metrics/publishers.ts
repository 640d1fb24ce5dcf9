import { alias } from 'drizzle-orm/pg-core';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { excluded } from '../query.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { channels } from '../tables/channels.ts';
import { posts } from '../tables/posts.ts';
import { socialAccounts } from '../tables/social-accounts.ts';

/** The platform of the ordered channel. */
export const channelPlatform = sql`${placementAssignments.channel}->>'platform'`;

/** The account that publishes on the channel of an assignment: its own, or the creator's proven one of the same name. */
export const accountOfChannel = sql`coalesce((select ${socialAccounts.id} from ${socialAccounts}
  where ${socialAccounts.id} = ${channels.socialAccountId} and ${socialAccounts.status} not in ('SOLD', 'DELETED')), (select min(${socialAccounts.id}) from ${socialAccounts}
  where ${socialAccounts.ownerId} = ${placementAssignments.creatorId} and ${socialAccounts.platform} = ${channelPlatform}
    and lower(${socialAccounts.handle}) = lower(${placementAssignments.channel}->>'handle')
    and ${socialAccounts.isVerified} and ${socialAccounts.status} not in ('SOLD', 'DELETED')))`;

const expected = alias(socialAccounts, 'expected');

/**
 * A condition: the platform says that another account than that of the ordered channel published the post. Such a post is no result of the order,
 * so the order shows nobody its metrics.
 */
export const isPublishedElsewhere = (accountId: SQLWrapper, ownerExternalId: SQLWrapper): SQL<boolean> =>
  sql`exists (select from ${socialAccounts} ${expected} where ${expected.id} = ${accountId} and ${expected.externalId} <> ${ownerExternalId})`;

/** A condition: the platform has named the account of the post as the one that published it. */
const isPublisher = sql`exists (select from ${socialAccounts}
  where ${socialAccounts.id} = ${posts.socialAccountId} and ${socialAccounts.externalId} = ${posts.ownerExternalId})`;

/** A condition: the owner of the account has sold or deleted it. */
export const isGivenUp = (accountId: SQLWrapper): SQL =>
  sql`exists (select from ${socialAccounts} where ${socialAccounts.id} = ${accountId} and ${socialAccounts.status} in ('SOLD', 'DELETED'))`;

/** A condition: another account may take the post over. Its account was given up, or is only that of a creator who has delivered the post. */
export const isUnbound = sql`(not ${isPublisher} or ${isGivenUp(posts.socialAccountId)})`;

/**
 * The account of a post that is delivered again: the deliverer's, unless the post is another's. If the deliverer has none, the former account
 * stays, unless the platform has named another one as the publisher.
 */
export const nextAccount = sql`case when not ${isUnbound} then ${posts.socialAccountId}
  else coalesce(${excluded(posts.socialAccountId)},
    case when ${isPublisher} or ${posts.ownerExternalId} is null then ${posts.socialAccountId} end) end`;

/** A condition: the user has proven the account that the platform has named as the publisher of the post. */
export const isPublishedBy = (userId: SQLWrapper | number): SQL =>
  sql`exists (select from ${socialAccounts} where ${socialAccounts.platform} = ${posts.platform}
    and ${socialAccounts.externalId} = ${posts.ownerExternalId} and ${socialAccounts.ownerId} = ${userId}
    and ${socialAccounts.isVerified} and ${socialAccounts.status} not in ('SOLD', 'DELETED'))`;

/** The metrics of a delivered post that its advertiser must not see. */
export const unseen = {
  ...{ views: null, likes: null, comments: null, countsMeasuredAt: null },
  ...{ saves: null, savesMeasuredAt: null },
};
