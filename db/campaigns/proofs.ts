import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { OpenPeriod } from '../../schema/shared/instants.ts';
import { build, json, jsonList, type TypeOf } from '../query.ts';
import { campaignPosts } from '../tables/campaign-posts.ts';
import { campaignProofs } from '../tables/campaign-proofs.ts';
import { campaigns } from '../tables/campaigns.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { privateUploads } from '../tables/uploads.ts';
import { storedCopyJson } from '../uploads/records.ts';
import { isCampaignOf } from './campaigns.ts';
import { sharingFields } from './posts.ts';

const { id, campaignPostId, uploadId, takenAt, views } = campaignProofs;

const proofJson = json({ id, takenAt, views });

/** A screenshot of a post, as JSON. */
export type ProofRecord = TypeOf<typeof proofJson>;

/** The screenshots of a post, newest first, and one more than the limit: a field of the facts. A cursor that is none of them is INVALID_CURSOR. */
export function proofsPage(
  postId: number,
  { limit, cursor }: { readonly limit: number; readonly cursor?: number | undefined },
): SQL<readonly ProofRecord[]> {
  const own = sql`from ${campaignProofs} where ${id} = ${cursor ?? null} and ${campaignPostId} = ${postId}`;
  const after = sql`and (${takenAt}, ${id}) < (select ${takenAt}, ${id} ${own}) and (select guard(exists (select ${own}), 'INVALID_CURSOR'))`;
  return jsonList(
    proofJson,
    sql`from (select * from ${campaignProofs} where ${campaignPostId} = ${postId} ${cursor === undefined ? sql`` : after}
      order by ${takenAt} desc, ${id} desc limit ${limit + 1}) ${campaignProofs}`,
    sql`${takenAt} desc, ${id} desc`,
  );
}

/** The image of a screenshot of this post, or null: a field of the facts. */
export const proofImage = (postId: number, proofId: number): SQL<TypeOf<typeof storedCopyJson> | null> =>
  sql`(select ${storedCopyJson} from ${campaignProofs} join ${privateUploads} on ${privateUploads.id} = ${uploadId}
    where ${id} = ${proofId} and ${campaignPostId} = ${postId})`;

const provablePostJson = json({
  id: campaignPosts.id,
  platform: campaignPosts.platform,
  creatorId: campaignPosts.creatorId,
  advertiserId: campaigns.advertiserId,
  publishedAt: campaignPosts.publishedAt,
});

/** A post that staff adds screenshots to, as JSON. */
export type ProvablePost = TypeOf<typeof provablePostJson>;

/** The post of any creator, or null: a field of the facts, for staff. */
export const provablePost = (postId: number): SQL<ProvablePost | null> =>
  sql`(select ${provablePostJson} from ${campaignPosts} join ${campaigns} on ${campaigns.id} = ${campaignPosts.campaignId}
    where ${campaignPosts.id} = ${postId})`;

export interface NewProof {
  readonly id: number;
  readonly campaignPostId: number;
  readonly uploadId: string;
  readonly takenAt: Date;
  readonly views: number | null;
}

/** Adds a screenshot. INVALID_PROOF when its file is a proof already. */
export const insertProof = (proof: NewProof, at: Date) =>
  build.insert(campaignProofs).values({ ...proof, createdAt: at });

const archivedJson = json({
  ...{
    postId: campaignPosts.id,
    url: campaignPosts.url,
    handle: socialAccounts.handle,
    contentId: campaignPosts.contentId,
  },
  ...{ takenAt, views, image: storedCopyJson },
  ...sharingFields,
});

/** The latest screenshot of a post in a period, with the post and the image, as JSON. */
export type ArchivedProof = TypeOf<typeof archivedJson>;

/** The latest screenshot of each post of a campaign of an advertiser in a period, by the id of the post, at most `limit`: a field of the facts. */
export function latestProofs(
  { advertiserId, campaignId }: { readonly advertiserId: number; readonly campaignId: number },
  { from, until }: OpenPeriod,
  limit: number,
): SQL<readonly ArchivedProof[]> {
  const isWithin = sql`${from === null ? sql`` : sql`and ${takenAt} >= ${from}`} ${until === null ? sql`` : sql`and ${takenAt} < ${until}`}`;
  const found = sql`select ${campaignProofs}.* from ${campaignPosts}
    cross join lateral (select * from ${campaignProofs} where ${campaignPostId} = ${campaignPosts.id} ${isWithin}
      order by ${takenAt} desc, ${id} desc limit 1) ${campaignProofs}
    where ${campaignPosts.campaignId} = ${campaignId} and ${isCampaignOf(advertiserId, campaignId)}
    order by ${campaignPosts.id} limit ${limit}`;
  return jsonList(
    archivedJson,
    sql`from (${found}) ${campaignProofs} join ${campaignPosts} on ${campaignPosts.id} = ${campaignPostId}
      join ${socialAccounts} on ${socialAccounts.id} = ${campaignPosts.socialAccountId}
      join ${privateUploads} on ${privateUploads.id} = ${uploadId}`,
    sql`${campaignPosts.id}`,
  );
}
