import { expect, test } from 'vitest';
import type { CatalogEntry } from '../../schema/catalog/catalog.ts';
import { type PlatformFact, platformCapabilities } from '../../schema/metrics/platform-capabilities.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { type Endpoint, json, startEndpoint } from '../../scripts/local/endpoints/endpoint.ts';
import { apiOf } from '../../scripts/seed/api.ts';
import { creators } from '../../scripts/seed/creators.ts';
import { deals } from '../../scripts/seed/deals.ts';
import { historyMs } from '../../scripts/seed/history.ts';
import { type Demo, seed } from '../../scripts/seed.ts';
import type { Market } from '../support/market/market.ts';
import { controlOf } from '../support/stack/control.ts';
import { isFullDepth } from '../support/stack/depth.ts';
import { ownMarket } from '../support/stack/own-market.ts';
import type { OwnStack } from '../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
ownMarket(
  (own) => {
    ({ stack, market } = own);
  },
  { clockStartsMs: -historyMs },
);

/** Those who have deals, and some who join afterwards. */
const joining = ['giuliacooks', 'yusufdemir'];
const sellers = creators.filter(
  ({ handle }) => deals.some((deal) => deal.handle === handle) || joining.includes(handle),
);
const seeded = (controlUrl = stack.controlUrl): Promise<Demo> => {
  const { baseUrl, adminDatabaseUrl, socialUrl } = stack;
  return seed({ baseUrl, adminDatabaseUrl, controlUrl, socialUrl }, sellers);
};

/** Forwards orders to the stack, and fails after this number of clock moves. */
function endingAfter(moves: number): Promise<Endpoint> {
  let left = moves;
  return startEndpoint({
    handle: async ({ method, path, body }) => {
      if (method === 'POST' && path === '/clock' && left-- <= 0) return json(500, {});
      const answer = await fetch(stack.controlUrl + path, { method, ...(method === 'POST' && { body }) });
      return json(answer.status, await answer.json());
    },
  });
}

interface Seen {
  readonly id: number;
  readonly status: string;
  readonly createdAt: string;
}
interface SeenCampaign {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly pauseReason: string | null;
  readonly spent: { readonly raw: string };
  readonly paid: { readonly raw: string };
  readonly budget: { readonly raw: string };
}
const campaignsOf = async ({ advertiser }: Demo): Promise<SeenCampaign[]> =>
  (await apiOf(stack.baseUrl, advertiser.apiKey).get<SeenCampaign[]>('/campaigns')).toReversed();

/** The posts of a campaign in the order of submission, each with its status and the reasons and flags that it has. */
async function postsOf({ advertiser }: Demo, { id }: SeenCampaign): Promise<string[]> {
  const posts = await apiOf(stack.baseUrl, advertiser.apiKey).get<
    { status: string; reason: string | null; flags: { flag: string }[] }[]
  >(`/campaigns/${id}/posts`);
  return posts
    .toReversed()
    .map(({ status, reason, flags }) =>
      [status, ...(reason ? [reason] : []), ...flags.map(({ flag }) => flag)].join(' '),
    );
}

const assignmentsOf = async ({ advertiser }: Demo): Promise<Seen[]> =>
  (await apiOf(stack.baseUrl, advertiser.apiKey).get<Seen[]>('/placement-assignments?limit=50')).toReversed();

// At the quick depth the guides run on a smaller seed.
test.runIf(isFullDepth)(
  'the seed creates six weeks of history once, and leaves connected accounts with pictures, averages and audiences',
  async () => {
    const control = controlOf(stack.controlUrl);
    // An interrupted seed resumes: on the day on which the third deal was ordered, later, and when campaigns have started.
    for (const moves of [12, 6, 6, 12]) {
      const interrupted = await endingAfter(moves);
      await expect(seeded(interrupted.url)).rejects.toThrow('/clock');
      await interrupted.stop();
    }
    const demo = await seeded();
    expect(Math.abs((await control.now()).getTime() - Date.now())).toBeLessThan(10_000);
    const assignments = await assignmentsOf(demo);
    expect(assignments.map(({ status }) => status)).toEqual([
      'APPROVED',
      'APPROVED',
      'APPROVED',
      'DECLINED',
      'EXPIRED',
      'DISPUTED',
      'SUBMITTED',
      'ACCEPTED',
      'PENDING',
    ]);
    const daysAgo = assignments.map(({ createdAt }) => Math.round((Date.now() - Date.parse(createdAt)) / 86_400_000));
    expect(daysAgo).toEqual(deals.map(({ steps: [[day] = [0]] }) => day));
    const [post] = await apiOf(stack.baseUrl, demo.advertiser.apiKey).get<{ metrics: { views: number | null }[] }[]>(
      `/placement-assignments/${assignments[0]?.id}/deliverables`,
    );
    expect(post?.metrics[0]?.views).toBeGreaterThan(0);
    await market.expectSoundLedger();
    const campaigns = await campaignsOf(demo);
    await seeded();
    expect(await assignmentsOf(demo)).toEqual(assignments);
    expect(await campaignsOf(demo)).toEqual(campaigns);

    const entries = await anyone<CatalogEntry[]>('/creator-catalog?limit=50');
    expect(entries).toHaveLength(sellers.length);
    for (const { publicId, displayName, channels, metrics } of entries) {
      const seller = sellers.find(({ name }) => name === displayName);
      const owned = channels.filter(({ ownership }) => ownership === 'VERIFIED').map(({ platform }) => platform);
      expect(owned.toSorted()).toEqual(seller?.platforms.toSorted());
      const { avatarUrl } = await anyone<{ avatarUrl: string }>(`/creator-pages/${publicId}`);
      expect((await fetch(avatarUrl)).headers.get('content-type')).toBe('image/png');
      const audiences = channels.filter(({ audience }) => audience).map(({ platform }) => platform);
      expect(audiences.toSorted()).toEqual(owned.filter((platform) => telling('AUDIENCE', platform)).toSorted());
      const averaged = metrics.filter(({ value }) => value !== null).map(({ channel }) => channel.platform);
      expect(averaged.toSorted()).toEqual(owned.filter(mayBeAveraged).toSorted());
    }
    const page = await (await fetch(`${stack.baseUrl}/creators`)).text();
    expect(page.match(/<img class="mark" src="\/avatars\//g)).toHaveLength(sellers.length);
  },
);

test.runIf(isFullDepth)(
  'the seeded campaigns are completed, exhausted and running, and have posts in all states',
  async () => {
    const demo = await seeded();
    const [completed, exhausted, running] = await campaignsOf(demo);
    if (!(completed && exhausted && running)) throw new Error('a campaign is missing');
    expect(completed).toMatchObject({ status: 'COMPLETED', spent: { raw: '12000' }, paid: { raw: '12000' } });
    expect(await postsOf(demo, completed)).toEqual(['ACCEPTED', 'REJECTED CRITERIA_NOT_MET', 'ACCEPTED', 'ACCEPTED']);
    expect(exhausted).toMatchObject({ status: 'PAUSED', pauseReason: 'BUDGET_EXHAUSTED', spent: exhausted.budget });
    expect(running).toMatchObject({ status: 'RUNNING', pauseReason: null });
    expect(await postsOf(demo, running)).toEqual([
      'ACCEPTED',
      'ACCEPTED',
      'ACCEPTED',
      'UNAVAILABLE',
      'REJECTED NON_ORGANIC_VIEWS VIEWS_JUMPED',
      'ON_MODERATION',
      'ON_MODERATION',
    ]);
    const advertiser = apiOf(stack.baseUrl, demo.advertiser.apiKey);
    const inWinter = await advertiser.get<{ id: number; platform: Platform }[]>(`/campaigns/${running.id}/posts`);
    const proven = inWinter.find(({ platform }) => platform === 'INSTAGRAM');
    const proofs = await advertiser.get<{ views: number }[]>(`/campaigns/${running.id}/posts/${proven?.id}/proofs`);
    expect(proofs).toMatchObject([{ views: 18_400 }]);
    const { totals, series } = await advertiser.get<{
      totals: { clicks: number; uniqueClicks: number };
      series: { views: number | null }[];
    }>(`/analytics/campaigns/${running.id}`);
    expect(totals.uniqueClicks).toBeGreaterThan(20);
    expect(totals.clicks).toBeGreaterThan(totals.uniqueClicks);
    expect(series.filter(({ views }) => views !== null && views > 0).length).toBeGreaterThanOrEqual(4);
    const links = await apiOf(stack.baseUrl, demo.creator.apiKey).get<{ id: number; trackingLinks: object[] }[]>(
      '/offers',
    );
    expect(links.find(({ id }) => id === running.id)?.trackingLinks).toMatchObject([{ label: 'Maya' }]);
    await market.expectSoundLedger();
  },
);

/** What a guest reads. */
const anyone = async <Data>(path: string): Promise<Data> =>
  dataIn<Data>(await (await fetch(`${stack.baseUrl}/api/v1${path}`)).text());

/** Safe: each caller reads only fields that its operation declares. */
const dataIn = <Data>(text: string): Data => JSON.parse(text).data;

const telling = (fact: PlatformFact, platform: Platform) =>
  platformCapabilities[platform].withConnection.facts.includes(fact);

const mayBeAveraged = (platform: Platform) => {
  const { withConnection, withoutConnection } = platformCapabilities[platform];
  const { sharing } = withoutConnection.sharing === null ? withConnection : withoutConnection;
  return sharing === 'PUBLIC' || sharing === 'WITH_CONSENT';
};
