import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import { accountOfChannel, channelPlatform, isPublishedBy } from '../metrics/publishers.ts';
import { build, jsonList } from '../query.ts';
import type { Value } from '../statements.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { channels } from '../tables/channels.ts';
import { deliverables, provenPosts } from '../tables/deliverables.ts';
import { posts } from '../tables/posts.ts';
import { serviceListings } from '../tables/pricing.ts';
import { socialAccounts } from '../tables/social-accounts.ts';

/**
 * Releases a post that proves a result of another creator, if the platform has named this creator's account as its publisher. Otherwise somebody
 * could deliver a stranger's post first, and its publisher could not deliver it any more. A post is not released if the other creator had proven the
 * account too, and then sold it: that delivery was honest.
 */
export const takeOwnPost = (
  { platform, contentId }: { readonly platform: Platform; readonly contentId: string },
  creatorId: number,
) =>
  build.delete(provenPosts).where(
    sql`${provenPosts.platform} = ${platform} and ${provenPosts.contentId} = ${contentId}
      and exists (select from ${posts}
        where ${posts.platform} = ${provenPosts.platform} and ${posts.contentId} = ${provenPosts.contentId} and ${isPublishedBy(creatorId)})
      and exists (select from ${deliverables} join ${placementAssignments} on ${placementAssignments.id} = ${deliverables.assignmentId}
        where ${deliverables.id} = ${provenPosts.deliverableId} and ${placementAssignments.creatorId} <> ${creatorId}
          and not exists (select from ${socialAccounts} join ${posts} on ${posts.platform} = ${socialAccounts.platform}
            and ${posts.ownerExternalId} = ${socialAccounts.externalId}
            where ${posts.platform} = ${provenPosts.platform} and ${posts.contentId} = ${provenPosts.contentId}
              and ${socialAccounts.ownerId} = ${placementAssignments.creatorId} and ${socialAccounts.isVerified}))`,
  );

/** The positions of those results of an assignment whose posts now prove other results: a field of the facts. */
export const lostPostsOf = (assignmentId: Value<number>) =>
  jsonList(
    sql<number>`${deliverables.position}`,
    sql`from ${deliverables} join ${placementAssignments} on ${placementAssignments.id} = ${deliverables.assignmentId}
      join ${provenPosts} on ${provenPosts.platform} = ${channelPlatform} and ${provenPosts.contentId} = ${deliverables.contentId}
        and ${provenPosts.deliverableId} is distinct from ${deliverables.id}
      where ${deliverables.assignmentId} = ${assignmentId}`,
    sql`${deliverables.position}`,
  );

/** The names of the ordered channel: at the order, and now. A field of the facts. */
export const handlesOfChannel = (assignmentId: number): SQL<readonly string[] | null> =>
  sql`(select array_remove(array[${placementAssignments.channel}->>'handle', ${channels.handle},
      (select ${socialAccounts.handle} from ${socialAccounts} where ${socialAccounts.id} = ${accountOfChannel})], null)
    from ${placementAssignments}
    left join ${serviceListings} on ${serviceListings.id} = ${placementAssignments.serviceListingId}
    left join ${channels} on ${channels.id} = ${serviceListings.channelId}
    where ${placementAssignments.id} = ${assignmentId})`;

/** Releases the posts of refunded work, so that they may prove another deliverable. */
export const releasePosts = (assignmentIds: SQL): SQLWrapper =>
  build.delete(provenPosts).where(
    sql`${provenPosts.deliverableId} in (
        select ${deliverables.id} from ${deliverables} where ${deliverables.assignmentId} = any (${assignmentIds}))`,
  );
