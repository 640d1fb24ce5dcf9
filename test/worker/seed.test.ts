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
const assignmentsOf = async ({ advertiser }: Demo): Promise<Seen[]> =>
  (await apiOf(stack.baseUrl, advertiser.apiKey).get<Seen[]>('/placement-assignments?limit=50')).toReversed();

// At the quick depth the guides run on a smaller seed.
test.runIf(isFullDepth)(
  'the seed creates six weeks of history once, and leaves connected accounts with pictures, averages and audiences',
  async () => {
    const control = controlOf(stack.controlUrl);
    // An interrupted seed resumes: on the day on which the third deal was ordered, and later.
    for (const moves of [12, 6]) {
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
    await seeded();
    expect(await assignmentsOf(demo)).toEqual(assignments);

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
