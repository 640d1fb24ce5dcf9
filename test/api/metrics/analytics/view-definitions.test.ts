import { afterAll, afterEach, expect, test } from 'vitest';
import type { Platform } from '../../../../schema/shared/enums.ts';
import type { Reply } from '../../../support/client.ts';
import type { Work } from '../../../support/market/assignments.ts';
import { type Advertiser, type Creator, marketOf } from '../../../support/market/market.ts';
import { submittedWorkOf } from '../../../support/market/measured-work.ts';
import { postsOf } from '../../../support/market/posts.ts';
import { shared } from '../../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const posts = postsOf(market, baseUrl);
const submittedWork = submittedWorkOf(market, posts);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const youTube = { platform: 'YOUTUBE', viewDefinition: 'YOUTUBE_2025_03_31' };
const instagram = { platform: 'INSTAGRAM', viewDefinition: 'INSTAGRAM_2025_04_21' };
const tikTok = { platform: 'TIKTOK', viewDefinition: null };

const analytics = async (advertiser: Advertiser, path = '/analytics/placements'): Promise<Reply['body']> =>
  (await advertiser.api.get(path)).body.data;

/** Accepted work with one post at a platform, measured `days` ago; null: never. */
async function accepted(
  advertiser: Advertiser,
  platform: Platform,
  { days = 2, creator = null }: { readonly days?: number | null; readonly creator?: Creator | null } = {},
): Promise<Work> {
  const metrics = days === null ? null : { views: 100, likes: 1, comments: 0, at: daysAgo(days) };
  const work = await submittedWork(advertiser, { creator, metrics, platform });
  await posts.must(posts.approve(work));
  return work;
}

test('the sums of placements name the definition of each platform whose views they add up', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const creator = await market.aCreator();
  await accepted(advertiser, 'YOUTUBE', { creator });
  await accepted(advertiser, 'YOUTUBE', { creator });
  await accepted(advertiser, 'TIKTOK', { creator });
  await accepted(advertiser, 'INSTAGRAM');
  const { viewDefinitions, byCreator } = await analytics(advertiser);
  expect(viewDefinitions).toEqual([instagram, tikTok, youTube]);
  const mixes = (id: string) =>
    byCreator.filter((row: Reply['body']) => (row.creatorPublicId === creator.publicId) === (id === 'own'));
  expect(mixes('own')).toMatchObject([{ engagement: { views: 300 }, viewDefinitions: [tikTok, youTube] }]);
  expect(mixes('other')).toMatchObject([{ engagement: { views: 100 }, viewDefinitions: [instagram] }]);
});

test('the sums of one order name only the definitions of its own posts', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const [work] = [await accepted(advertiser, 'TIKTOK'), await accepted(advertiser, 'YOUTUBE')];
  const { viewDefinitions, byCreator } = await analytics(advertiser, `/placement-orders/${work.orderId}/analytics`);
  expect(viewDefinitions).toEqual([tikTok]);
  expect(byCreator).toMatchObject([{ viewDefinitions: [tikTok] }]);
});

test('a platform whose views are unknown, too old or not shared is not named', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const works = [
    await accepted(advertiser, 'TIKTOK', { days: null }),
    await accepted(advertiser, 'YOUTUBE', { days: 40 }),
    await accepted(advertiser, 'TWITCH'),
  ];
  const { engagement, viewDefinitions, byCreator } = await analytics(advertiser);
  expect({ engagement, viewDefinitions }).toMatchObject({ engagement: { views: 0 }, viewDefinitions: [] });
  for (const row of byCreator) expect(row.viewDefinitions).toEqual([]);
  for (const { orderId } of works)
    expect(await analytics(advertiser, `/placement-orders/${orderId}/analytics`)).toMatchObject({
      viewDefinitions: [],
    });
});
