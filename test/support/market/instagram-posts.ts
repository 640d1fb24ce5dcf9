import { campaignsOf } from './campaigns.ts';
import type { Market } from './market.ts';
import { sellersOf } from './sellers.ts';
import { submitPosts } from './submitted-posts.ts';

/** A post of Instagram, published a minute ago, in a campaign of another advertiser. */
export async function anInstagramPost(market: Market, baseUrl: string) {
  const campaigns = campaignsOf(baseUrl, market);
  const { id: campaignId } = await campaigns.aRunning(await campaigns.anAdvertiser());
  const { id: creatorId } = await market.aCreator();
  const accountId = await sellersOf(market).anAccount(creatorId, { platform: 'INSTAGRAM' });
  const [id = 0] = await submitPosts(market, { campaignId, creatorId, accountId });
  await market.pool.query(`update campaign_posts set published_at = now() - interval '1 hour' where id = $1`, [id]);
  return { id, campaignId, creatorId };
}
