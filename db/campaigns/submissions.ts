import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import type { MediaType, Visibility } from '../../schema/metrics/readings.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { limitCode } from '../failures.ts';
import { leasablePosts } from '../metrics/tracked-posts.ts';
import { takeOwnPost } from '../placements/proven-posts.ts';
import { isFree } from '../platform-work.ts';
import { build, changesOne, guard, insertSelect, onConflictUpdate } from '../query.ts';
import { isAccountUsable } from '../social-accounts/grant-access.ts';
import { campaignPosts } from '../tables/campaign-posts.ts';
import { campaignCreators, campaigns } from '../tables/campaigns.ts';
import type { MeasurementSharing } from '../tables/columns.ts';
import { provenPosts } from '../tables/deliverables.ts';
import { posts } from '../tables/posts.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { lockRunning } from './offers.ts';

/** A post that a creator submits, with what its platform has just said about it. */
export interface Submission {
  readonly id: number;
  readonly campaignId: number;
  readonly creatorId: number;
  readonly socialAccountId: number;
  readonly platform: Platform;
  readonly contentId: string;
  readonly url: string;
  readonly mediaType: MediaType;
  readonly visibility: Visibility;
  readonly publishedAt: Date;
  readonly ownerExternalId: string;
  /** To whom its metrics may be shown besides the creator. */
  readonly sharing: MeasurementSharing;
}

interface At {
  readonly at: Date;
  readonly decideBy: Date;
  /** Submissions of the same post to the same campaign. */
  readonly maxSubmissions: number;
}

/**
 * Submits a post. VERSION_CONFLICT if the campaign does not run any more or the account cannot be used, PostInUse if the post is used already, and
 * the limit `post_submissions` if it was rejected or withdrawn too often. It is due at its platform at once.
 */
export const submitPost = (post: Submission, { at, decideBy, maxSubmissions }: At): SQLWrapper[] => [
  sql`with held as (select 1 from ${socialAccounts}
      where ${socialAccounts.id} = ${post.socialAccountId} and ${socialAccounts.isVerified} and ${isAccountUsable} for share)
    ${guard(sql`(select count(*) from held) = 1`, 'VERSION_CONFLICT')}`,
  track(post, at),
  lockRunning(post.creatorId, post.campaignId, at),
  guard(
    sql`(select count(*) < ${maxSubmissions} from ${campaignPosts} where ${campaignPosts.campaignId} = ${post.campaignId}
      and ${campaignPosts.platform} = ${post.platform} and ${campaignPosts.contentId} = ${post.contentId}
      and ${campaignPosts.status} = 'REJECTED')`,
    limitCode('post_submissions'),
  ),
  insertSelect(
    campaignPosts,
    {
      ...{ id: post.id, campaignId: post.campaignId, creatorId: post.creatorId, socialAccountId: post.socialAccountId },
      ...{ platform: post.platform, contentId: post.contentId, url: post.url, publishedAt: post.publishedAt },
      sharing: post.sharing,
      ...{ postId: posts.id, status: sql`'ON_MODERATION'`, submittedAt: at, updatedAt: at, decideBy },
    },
    sql`from ${posts} where ${posts.platform} = ${post.platform} and ${posts.contentId} = ${post.contentId}`,
  ),
  takeOwnPost(post, post.creatorId),
  build.insert(provenPosts).values({ platform: post.platform, contentId: post.contentId, campaignPostId: post.id }),
  build
    .update(campaigns)
    .set({ creators: sql`${campaigns.creators} + 1` })
    .where(
      sql`${campaigns.id} = ${post.campaignId} and exists (select from ${campaignCreators}
        where ${campaignCreators.campaignId} = ${post.campaignId} and ${campaignCreators.creatorId} = ${post.creatorId} and ${campaignCreators.posts} = 0)`,
    ),
  changesOne(
    build
      .update(campaignCreators)
      .set({ posts: sql`${campaignCreators.posts} + 1` })
      .where(
        sql`${campaignCreators.campaignId} = ${post.campaignId} and ${campaignCreators.creatorId} = ${post.creatorId}`,
      ),
  ),
  sql`select campaign_count_day(${post.campaignId}, ${post.platform}, ${at}, 1, 0, 0)`,
  sql`select campaign_roll_up(${post.campaignId}, array[${post.socialAccountId}::bigint])`,
  sql`select campaign_notify(${post.campaignId}, ${post.id}, 'post.submitted', 'CREATOR', ${at})`,
];

/** Stores what the platform states about the post, and binds the post to its account. A post that a scan has leased is scanned anyway. */
function track(post: Submission, at: Date): SQL {
  const reading = {
    socialAccountId: post.socialAccountId,
    ...{ mediaType: post.mediaType, visibility: post.visibility, publishedAt: post.publishedAt },
    ...{ missingScans: 0, ownerExternalId: post.ownerExternalId },
  };
  const inserted = build
    .insert(posts)
    .values({ platform: post.platform, contentId: post.contentId, dueAt: at, createdAt: at, ...reading })
    .getSQL();
  return sql`${inserted} ${onConflictUpdate(posts, [posts.platform, posts.contentId], {
    socialAccountId: sql`${reading.socialAccountId}::bigint`,
    mediaType: sql`${reading.mediaType}`,
    visibility: sql`${reading.visibility}`,
    publishedAt: sql`${reading.publishedAt}::timestamptz`,
    missingScans: sql`0`,
    ownerExternalId: sql`${reading.ownerExternalId}`,
    dueAt: sql`case when ${posts.dueAt} is null or ${isFree(leasablePosts, at)} then ${at}::timestamptz else ${posts.dueAt} end`,
  })}`;
}

/** The id of the creator's own post that uses this content, or null: a field of the facts. */
export const livePostOf = (
  creatorId: number,
  { platform, contentId }: Pick<Submission, 'platform' | 'contentId'>,
): SQL<number | null> =>
  sql`(select ${campaignPosts.id}::float8 from ${campaignPosts} where ${campaignPosts.platform} = ${platform} and ${campaignPosts.contentId} = ${contentId}
    and ${campaignPosts.status} <> 'REJECTED' and ${campaignPosts.creatorId} = ${creatorId})`;
