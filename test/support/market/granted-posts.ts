import { randomInt, randomUUID } from 'node:crypto';
import type { Platform } from '../../../schema/shared/enums.ts';
import { simulatorOf } from '../simulator.ts';
import { connect } from '../social/sign-in.ts';
import type { StackAddresses } from '../stack/stack.ts';
import type { Market } from './market.ts';
import { aPerson, type Person } from './people.ts';
import { aVideo, aVideoId, type Post, postsOf } from './posts.ts';
import { aHandle } from './sellers.ts';

export interface GrantedPost extends Post {
  readonly platform: Platform;
  /** The creator, who has connected the account. */
  readonly owner: Person;
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
  INSTAGRAM: (id) => `https://www.instagram.com/p/${id}/`,
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
    const owner = await aPerson(stack.baseUrl, { roles: ['CREATOR'] });
    const { status, text } = await connect(owner, handle, { platform, shareMetrics });
    if (status !== 200) throw new Error(text);
    const [account] = (await owner.api.get('/social-accounts')).body.data;
    const { id } = await market.one('select public_id as id from creators where user_id = $1', [owner.userId]);
    return { owner, handle, accountId: Number(account.id), publicId: String(id) };
  }

  /** Publishes the page of a creator, whose services can then be ordered. */
  async function publishPage({ userId }: Pick<Person, 'userId'>) {
    await market.pool.query(`update creators set display_name = 'A creator' where user_id = $1`, [userId]);
    await market.pool.query(
      `update creator_pages set status = 'PUBLISHED', published_version = 2, published_at = now(),
         published_profile = '{"displayName": "A creator", "topics": [], "languages": [], "geo": []}' where creator_id = $1`,
      [userId],
    );
    await market.refresh(userId);
  }

  /** A native channel of the account on a published page, with a service. */
  async function aListingOf(
    { owner, handle, accountId, publicId }: Awaited<ReturnType<typeof aConnectedCreator>>,
    platform: Platform,
  ) {
    const listing = await posts.aService({ platform, creator: { id: owner.userId, publicId } });
    const channel = await market.one(
      `update channels set kind = 'NATIVE', handle = $2, social_account_id = $3
       where id = (select channel_id from service_listings where id = $1) returning id::int`,
      [listing.id, handle, accountId],
    );
    await publishPage(owner);
    return { listing, channelId: Number(channel.id) };
  }

  /** A delivered and submitted post of a connected account. */
  async function aGrantedPost(
    platform: Platform,
    { shareMetrics = false, handle: name = aHandle(), videoId = contentIds[platform]() }: Options = {},
  ): Promise<GrantedPost> {
    const connected = await aConnectedCreator(platform, name, shareMetrics);
    const { listing, channelId } = await aListingOf(connected, platform);
    const advertiser = await market.anAdvertiser({ fundsCents: 100_000 });
    const [work] = await posts.ordered(advertiser, [listing]);
    if (!work) throw new Error('an order has work');
    await posts.accept(work);
    const url = addresses[platform](videoId, name);
    const [{ id: deliverableId, version }] = await posts.resultsOf(work);
    const path = `/placement-assignments/${work.id}/deliverables/${deliverableId}`;
    await posts.must(work.creator.api.put(path, { expectedVersion: version, url }));
    await posts.submit(work);
    const { owner, handle, accountId } = connected;
    return {
      ...{ ...connected, work, deliverableId, videoId, platform, channelId },
      film: (changes = {}) =>
        simulatorOf(stack.socialUrl, platform).change(handle, { posts: [aVideo(videoId, changes)] }),
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

  return { ...posts, aGrantedPost, publishPage };
}
