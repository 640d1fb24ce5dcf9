import type { ChangedPost } from '../local/endpoints/social-simulator/world.ts';
import type { apiOf } from './api.ts';
import type { SeededAccount, SeededCampaign, SeededPost } from './campaigns.ts';

type Api = ReturnType<typeof apiOf>;

/** A day of the history, and those who act in campaigns on it. */
export interface CampaignDay {
  readonly daysAgo: number;
  /** Acts with a key of the advertiser. */
  readonly advertiser: Api;
  /** Acts with a token of the advertiser: only a token can change campaigns. */
  manage(): Promise<Api>;
  /** Acts with a token of staff. */
  staff(): Promise<Api>;
  /** Acts with a key of a creator. */
  creatorOf(handle: string): Api;
  /** Replaces the posts that an account shows for campaigns. */
  show(account: SeededAccount, posts: readonly ChangedPost[]): Promise<void>;
  now(): Promise<Date>;
}

/** A campaign that has started, and its submitted posts. */
export interface Started {
  readonly seeded: SeededCampaign;
  readonly id: number;
  readonly submitted: readonly Submitted[];
}

interface Submitted {
  readonly id: number;
  readonly contentId: string;
  readonly publishedAt: string;
  readonly allowedActions: readonly string[];
}

/** A post that is published, and what the service knows of it. */
export interface Published {
  readonly campaignId: number;
  readonly post: SeededPost;
  /** Undefined: it is not submitted yet. */
  readonly known: Submitted | undefined;
}

/** The posts of these campaigns that are published by the end of a day. */
export const publishedBy = (daysAgo: number, campaigns: readonly Started[]): Published[] =>
  campaigns.flatMap(({ seeded, id, submitted }) =>
    seeded.posts
      .filter(({ publishedDaysAgo }) => publishedDaysAgo >= daysAgo)
      .map((post) => ({
        ...{ campaignId: id, post },
        known: submitted.find(({ contentId }) => contentId === post.contentId),
      })),
  );

/** Takes the offers of new posts, shows all posts with the views of the day, and submits the new ones. */
export async function submitPosts(day: CampaignDay, published: readonly Published[]): Promise<void> {
  const fresh = published.filter(({ known }) => known === undefined);
  for (const { campaignId, post } of fresh)
    await day.creatorOf(post.handle).post(`/offers/${campaignId}/take`, { shareMetrics: true });
  await showPosts(day, published);
  for (const { campaignId, post } of fresh) {
    const socialAccountId = await accountIdOf(day, post);
    await day.creatorOf(post.handle).post('/posts', { campaignId, socialAccountId, url: urlOfPost(post) });
  }
}

async function showPosts({ daysAgo, ...day }: CampaignDay, published: readonly Published[]): Promise<void> {
  const now = (await day.now()).toISOString();
  const isOf = (account: SeededAccount) => (one: Published) =>
    one.post.handle === account.handle && one.post.platform === account.platform;
  const accounts = published.filter((one, index) => published.findIndex(isOf(one.post)) === index);
  for (const { post: account } of accounts) {
    const posts = published.filter(isOf(account)).map(
      ({ post: { contentId, title, views, publishedDaysAgo, hiddenDaysAgo = -1 }, known }): ChangedPost => ({
        ...{ id: contentId, title, publishedAt: known?.publishedAt ?? now },
        views: viewsOn(daysAgo, { views, publishedDaysAgo }),
        state: daysAgo > hiddenDaysAgo ? 'PUBLIC' : 'PRIVATE',
      }),
    );
    await day.show(account, posts);
  }
}

/** The views of a post on a day. */
export const viewsOn = (
  daysAgo: number,
  { views, publishedDaysAgo }: Pick<SeededPost, 'views' | 'publishedDaysAgo'>,
): number => views[publishedDaysAgo - daysAgo] ?? Math.max(...views);

/** The id of the account in the service. */
export async function accountIdOf(
  { creatorOf }: Pick<CampaignDay, 'creatorOf'>,
  { handle, platform }: SeededAccount,
): Promise<number> {
  const path = `/social-accounts?status=ACTIVE&platform=${platform}`;
  const [account] = await creatorOf(handle).get<{ id: number }[]>(path);
  if (account === undefined) throw new Error(`${handle} has no account at ${platform}`);
  return account.id;
}

const addresses = {
  YOUTUBE: ({ contentId }) => `https://www.youtube.com/watch?v=${contentId}`,
  TIKTOK: ({ handle, contentId }) => `https://www.tiktok.com/@${handle}/video/${contentId}`,
  INSTAGRAM: ({ contentId }) => `https://www.instagram.com/reel/${contentId}/`,
} satisfies Record<SeededAccount['platform'], (post: SeededPost) => string>;

/** The address of a post. */
export const urlOfPost = (post: SeededPost): string => addresses[post.platform](post);
