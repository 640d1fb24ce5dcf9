import { randomInt } from 'node:crypto';
import type { Platform } from '../../../schema/shared/enums.ts';
import type { ChangedPost } from '../../../scripts/local/endpoints/social-simulator/world.ts';
import type { Reply } from '../client.ts';
import { simulatorOf } from '../simulator.ts';
import { connect } from '../social/sign-in.ts';
import type { OwnMarket } from '../stack/own-market.ts';
import type { StackAddresses } from '../stack/stack.ts';
import { dataOf } from './campaigns.ts';
import { aPerson, type Person } from './people.ts';
import { aVideoId } from './posts.ts';
import { aHandle, sellersOf } from './sellers.ts';

/** A creator with an account at a platform, whose posts the test decides about. */
export interface Publisher extends Person {
  readonly platform: Platform;
  readonly handle: string;
  readonly accountId: number;
  /** Publishes a post, or changes it, and keeps the others. */
  publish(id: string, changes?: Partial<ChangedPost>): Promise<void>;
  /** Removes a post from the platform. */
  remove(id: string): Promise<void>;
  /** Begins anew, without posts. The platform has at most two hundred of an account. */
  forget(): void;
}

const addresses: Partial<Readonly<Record<Platform, (id: string, handle: string) => string>>> = {
  TIKTOK: (id, handle) => `https://www.tiktok.com/@${handle}/video/${id}`,
  INSTAGRAM: (id, handle) => `https://www.instagram.com/${/^\d+$/.test(id) ? `stories/${handle}` : 'p'}/${id}/`,
  TWITCH: (id) => `https://www.twitch.tv/videos/${id}`,
};
const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');
const contentIds: Partial<Readonly<Record<Platform, () => string>>> = {
  TIKTOK: () => `7${digits(18)}`,
  INSTAGRAM: () => `C${aVideoId()}`,
  TWITCH: () => `2${digits(9)}`,
};

/** A new content id at a platform. */
export const aContentId = (platform: Platform = 'YOUTUBE'): string => (contentIds[platform] ?? aVideoId)();

const urlOf = ({ platform, handle }: Publisher, id: string): string =>
  addresses[platform]?.(id, handle) ?? `https://www.youtube.com/watch?v=${id}`;

/** Of a shared stack or of one's own. Only the scans need one's own, because they move the clock. */
export interface CampaignStack extends Omit<OwnMarket, 'stack'> {
  readonly stack: Pick<StackAddresses, 'baseUrl' | 'socialUrl'>;
}

/** Posts of campaigns. */
export function campaignPostsOf({ stack, market, control }: CampaignStack) {
  const aPublisher = (platform?: Platform, options?: { shareMetrics?: boolean }) =>
    aPublisherOf({ stack, market, control }, platform, options);

  const take = (publisher: Person, { id }: { id: number }) =>
    publisher.keyed.post(`/offers/${id}/take`, { shareMetrics: true });

  const submit = (
    publisher: Publisher,
    campaign: { id: number },
    id: string,
    options: { key?: string } = {},
  ): Promise<Reply> =>
    publisher.keyed.post(
      '/posts',
      { campaignId: campaign.id, socialAccountId: publisher.accountId, url: urlOf(publisher, id) },
      options,
    );

  /** A submitted post with these figures. */
  async function aPost(
    publisher: Publisher,
    campaign: { id: number },
    changes: Partial<ChangedPost> = {},
  ): Promise<{ id: number; contentId: string }> {
    const contentId = aContentId(publisher.platform);
    dataOf(await take(publisher, campaign));
    await publisher.publish(contentId, { views: 1_000, likes: 40, comments: 3, ...changes });
    const { id } = dataOf(await submit(publisher, campaign, contentId), 201);
    return { id: Number(id), contentId };
  }

  const postOf = async (publisher: Person, id: number) =>
    dataOfList(await publisher.keyed.get('/posts?limit=100')).find((post) => post.id === id);
  const campaignPostOf = async (advertiser: Person, campaign: { id: number }, id: number) =>
    dataOfList(await advertiser.keyed.get(`/campaigns/${campaign.id}/posts?limit=100`)).find((post) => post.id === id);
  const accept = (advertiser: Person, campaign: { id: number }, id: number) =>
    advertiser.api.post(`/campaigns/${campaign.id}/posts/${id}/accept`);
  const reject = (advertiser: Person, campaign: { id: number }, id: number, body: object = { reason: 'OTHER' }) =>
    advertiser.api.post(`/campaigns/${campaign.id}/posts/${id}/reject`, body);

  const withdraw = (publisher: Person, id: number) => publisher.keyed.post(`/posts/${id}/withdraw`);

  return {
    aPublisher,
    withdraw,
    take,
    submit,
    aPost,
    ...scanning({ market, control }),
    postOf,
    campaignPostOf,
    accept,
    reject,
  };
}

const dataOfList = (reply: Reply): Reply['body'][] => dataOf(reply);

type Scanned = Pick<OwnMarket, 'market' | 'control'>;

/** Scans all posts of campaigns now, or those of one platform alone; after a `rest` only the later ones. */
function scanning({ market, control }: Scanned) {
  let since = 0;
  async function scan(platform: Platform | null = null): Promise<void> {
    await market.pool.query(
      `update posts set due_at = case when $1::text is null or platform = $1 then '-infinity'::timestamptz else now() + interval '10 years' end
       where id in (
         select p.post_id from campaign_posts p join campaigns c on c.id = p.campaign_id and c.status in ('RUNNING', 'PAUSED')
         where p.status <> 'REJECTED' and p.id > $2)`,
      [platform, since],
    );
    await control.moveOn(1_000);
    await control.run('take-due-platform-work');
  }
  /** Puts off all posts, so that the scans of the next test have only its own. */
  async function rest(): Promise<void> {
    await market.pool.query(`update posts set due_at = now() + interval '10 years' where due_at is not null`);
    since = (await market.one('select coalesce(max(id), 0)::int as last from campaign_posts')).last;
  }
  return { scan, rest };
}

async function aPublisherOf(
  { stack, market, control }: CampaignStack,
  platform: Platform = 'YOUTUBE',
  { shareMetrics = true }: { shareMetrics?: boolean } = {},
): Promise<Publisher> {
  const [person, handle] = [await aPerson(stack.baseUrl, { roles: ['CREATOR'] }), aHandle()];
  const simulator = simulatorOf(stack.socialUrl, platform);
  const posts = new Map<string, ChangedPost>();
  const film = () => simulator.change(handle, { posts: [...posts.values()] });
  const isByGrant = platform === 'TIKTOK' || platform === 'INSTAGRAM';
  let accountId: number;
  if (isByGrant) {
    const { status, text } = await connect(person, handle, { platform, shareMetrics });
    if (status !== 200) throw new Error(text);
    accountId = Number((await person.keyed.get('/social-accounts')).body.data[0].id);
  } else
    accountId = await sellersOf(market).anAccount(person.userId, {
      platform,
      handle,
      externalId: simulator.externalIdOf(handle),
    });
  return {
    ...{ ...person, platform, handle, accountId },
    async publish(id, changes = {}) {
      const before = posts.get(id) ?? { id, publishedAt: (await control.now()).toISOString(), views: 0 };
      posts.set(id, { likes: 0, comments: 0, ...before, ...changes });
      await film();
    },
    forget: () => posts.clear(),
    async remove(id) {
      posts.delete(id);
      await film();
    },
  };
}
