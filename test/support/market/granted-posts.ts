import { randomInt, randomUUID } from 'node:crypto';
import type { Platform } from '../../../schema/shared/enums.ts';
import { simulatorOf } from '../simulator.ts';
import { connect } from '../social/sign-in.ts';
import type { StackAddresses } from '../stack/stack.ts';
import type { Listing, Market } from './market.ts';
import { aPerson, type Person } from './people.ts';
import { aVideo, aVideoId, type Post, postsOf } from './posts.ts';
import { aHandle } from './sellers.ts';

/** A post of a creator who can connect the account that published it. */
export interface OwnPost extends Post {
  readonly owner: Person;
}

export interface GrantedPost extends OwnPost {
  readonly platform: Platform;
  readonly publicId: string;
  readonly accountId: number;
  readonly channelId: number;
  /** Replaces the posts of the account at its platform by this one. */
  film(changes?: object): Promise<unknown>;
  /** Gives or withdraws the consent to show others the metrics. */
  share(enabled: boolean): Promise<void>;
  /** The owner connects the account again. */
  connectAgain(shareMetrics: boolean): Promise<void>;
}

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

/** A new content id on each platform. */
const contentIds: Readonly<Record<Platform, () => string>> = {
  YOUTUBE: aVideoId,
  TIKTOK: () => `7${digits(18)}`,
  INSTAGRAM: () => `C${aVideoId()}`,
  X: () => `1${digits(18)}`,
  TWITCH: () => `2${digits(9)}`,
  KICK: () => randomUUID(),
};

const addresses: Readonly<Record<Platform, (id: string, handle: string) => string>> = {
  YOUTUBE: (id) => `https://www.youtube.com/watch?v=${id}`,
  TIKTOK: (id, handle) => `https://www.tiktok.com/@${handle}/video/${id}`,
  INSTAGRAM: (id, handle) => `https://www.instagram.com/${/^\d+$/.test(id) ? `stories/${handle}` : 'p'}/${id}/`,
  X: (id, handle) => `https://x.com/${handle}/status/${id}`,
  TWITCH: (id) => `https://www.twitch.tv/videos/${id}`,
  KICK: (id) => `https://kick.com/video/${id}`,
};

interface Options {
  readonly shareMetrics?: boolean;
  /** The name of the account; a new one without it. */
  readonly handle?: string;
  /** The id of the delivered post; a new one without it. */
  readonly videoId?: string;
}

/** Delivered posts of creators who have connected their accounts. */
export function grantedPostsOf(stack: Pick<StackAddresses, 'baseUrl' | 'socialUrl'>, market: Market) {
  const posts = postsOf(market, stack.baseUrl);

  async function aConnectedCreator(platform: Platform, handle: string, shareMetrics: boolean) {
    const creator = await aNamedCreator(stack.baseUrl, market, handle);
    const { status, text } = await connect(creator.owner, creator.handle, { platform, shareMetrics });
    if (status !== 200) throw new Error(text);
    const [account] = (await creator.owner.api.get('/social-accounts')).body.data;
    return { ...creator, accountId: Number(account.id) };
  }

  /** A channel on a published page, with a service. It is a native one of the account, if there is one. */
  async function aListingOf(
    { owner, handle, publicId }: Awaited<ReturnType<typeof aNamedCreator>>,
    platform: Platform,
    accountId: number | null,
  ) {
    const listing = await posts.aService({ platform, creator: { id: owner.userId, publicId } });
    const channel = await market.one(
      `update channels set kind = case when $3::bigint is null then kind else 'NATIVE' end, handle = $2, social_account_id = $3
       where id = (select channel_id from service_listings where id = $1) returning id::int`,
      [listing.id, handle, accountId],
    );
    await publishPage(market, owner.userId);
    await market.refresh(owner.userId);
    return { listing, channelId: Number(channel.id) };
  }

  /** A delivered and submitted post on the channel of the listing. */
  async function delivered(
    listing: Listing,
    platform: Platform,
    handle: string,
    videoId = contentIds[platform](),
  ): Promise<Post> {
    const advertiser = await market.anAdvertiser({ fundsCents: 100_000 });
    const [work] = await posts.ordered(advertiser, [listing]);
    if (!work) throw new Error('an order has work');
    await posts.accept(work);
    const url = addresses[platform](videoId, handle);
    const [{ id: deliverableId, version }] = await posts.resultsOf(work);
    const path = `/placement-assignments/${work.id}/deliverables/${deliverableId}`;
    await posts.must(work.creator.api.put(path, { expectedVersion: version, url }));
    await posts.submit(work);
    return { work, deliverableId, videoId, handle };
  }

  /** A delivered and submitted post of a creator who has not connected the account of the channel's name. */
  async function anUnconnectedPost(platform: Platform): Promise<OwnPost> {
    const creator = await aNamedCreator(stack.baseUrl, market);
    const { listing } = await aListingOf(creator, platform, null);
    return { owner: creator.owner, ...(await delivered(listing, platform, creator.handle)) };
  }

  /** A delivered and submitted post of a connected account. */
  async function aGrantedPost(
    platform: Platform,
    { shareMetrics = false, handle = aHandle(), videoId }: Options = {},
  ): Promise<GrantedPost> {
    const connected = await aConnectedCreator(platform, handle, shareMetrics);
    const { owner, accountId } = connected;
    const { listing, channelId } = await aListingOf(connected, platform, accountId);
    const post = await delivered(listing, platform, handle, videoId);
    return {
      ...{ ...connected, ...post, platform, channelId },
      film: (changes = {}) =>
        simulatorOf(stack.socialUrl, platform).change(handle, { posts: [aVideo(post.videoId, changes)] }),
      async share(enabled) {
        const { status, text } = await owner.api.put(`/social-accounts/${accountId}/sharing`, { enabled });
        if (status !== 200) throw new Error(text);
      },
      async connectAgain(shareMetrics) {
        const { status, text } = await connect(owner, handle, { platform, shareMetrics });
        if (status !== 200) throw new Error(text);
      },
    };
  }

  return { ...posts, aGrantedPost, anUnconnectedPost };
}

async function aNamedCreator(baseUrl: string, market: Market, handle = aHandle()) {
  const owner = await aPerson(baseUrl, { roles: ['CREATOR'] });
  const { id } = await market.one('select public_id as id from creators where user_id = $1', [owner.userId]);
  return { owner, handle, publicId: String(id) };
}

async function publishPage({ pool }: Market, creatorId: number) {
  await pool.query(`update creators set display_name = 'A creator' where user_id = $1`, [creatorId]);
  await pool.query(
    `update creator_pages set status = 'PUBLISHED', published_version = 2, published_at = now(),
       published_profile = '{"displayName": "A creator", "topics": [], "languages": [], "geo": []}' where creator_id = $1`,
    [creatorId],
  );
}
