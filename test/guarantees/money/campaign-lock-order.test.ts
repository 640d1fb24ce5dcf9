import { beforeEach, expect, test } from 'vitest';
import type { Publisher } from '../../support/market/campaign-posts.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { type OwnCampaigns, ownCampaigns } from '../../support/market/own-campaigns.ts';
import type { Person } from '../../support/market/people.ts';
import { aVideo, postsOf } from '../../support/market/posts.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { connect } from '../../support/social/sign-in.ts';
import { whileHeld } from '../../support/stack/held-rows.ts';

let own: OwnCampaigns['own'];
let posts: OwnCampaigns['posts'];
let campaigns: OwnCampaigns['campaigns'];
ownCampaigns((made) => {
  ({ own, posts, campaigns } = made);
});

let advertiser: Person;
let creator: Publisher;
let campaign: { id: number };

beforeEach(async () => {
  advertiser = await campaigns.anAdvertiser();
});

/** A measured post of a campaign, of an account that is a channel too. */
async function aMeasuredPost(): Promise<void> {
  creator = await posts.aPublisher('TIKTOK');
  campaign = await campaigns.aRunning(advertiser, { platforms: ['TIKTOK'] });
  await posts.aPost(creator, campaign);
  dataOf(await creator.api.post('/influencer-channels', { kind: 'NATIVE', socialAccountId: creator.accountId }), 201);
  await posts.scan();
}

const channel = () => ({ text: 'select from channels where social_account_id = $1', values: [creator.accountId] });
const post = ({ contentId }: { contentId: string }) => ({
  text: 'select from posts where content_id = $1',
  values: [contentId],
});

/** While it waits for the campaign, the request has already locked these rows. */
async function expectLockedBefore(rows: { text: string; values: unknown[] }, send: () => Promise<unknown>) {
  const held = { text: 'select from campaigns where id = $1 for no key update', values: [campaign.id] };
  await whileHeld(own.market.pool, held, send, async () => {
    const locked = own.market.pool.query(`${rows.text} for no key update nowait`, rows.values);
    await expect(locked).rejects.toMatchObject({ code: '55P03' });
  });
}

// Two transactions that lock the same rows in opposite orders deadlock, which Postgres detects after one second.
test('the end of an account locks its channel before its campaigns', async () => {
  await aMeasuredPost();
  await expectLockedBefore(channel(), () => creator.api.delete(`/social-accounts/${creator.accountId}`));
});

test('a new connection locks the delivered posts that it binds before the campaigns of the account', async () => {
  creator = await posts.aPublisher('YOUTUBE');
  campaign = await campaigns.aRunning(advertiser, { platforms: ['YOUTUBE'] });
  await posts.aPost(creator, campaign);
  const delivered = await postsOf(own.market, own.stack.baseUrl).aPost();
  await own.market.pool.query(
    `update placement_assignments set creator_id = $1, channel = jsonb_set(channel::jsonb, '{handle}', to_jsonb($2::text)) where id = $3`,
    [creator.userId, creator.handle, delivered.work.id],
  );
  await expectLockedBefore(post({ contentId: delivered.videoId }), () => connect(creator, creator.handle));
});

test('a scan locks the posts that the platform did not answer for before the campaigns of the others', async () => {
  const [whole, broken] = [await posts.aPublisher('YOUTUBE'), await posts.aPublisher('YOUTUBE')];
  campaign = await campaigns.aRunning(advertiser, { platforms: ['YOUTUBE'] });
  await posts.aPost(whole, campaign);
  const unread = await posts.aPost(broken, campaign);
  await simulatorOf(own.stack.socialUrl).change(broken.handle, {
    posts: [aVideo(unread.contentId)],
    fails: 'malformed-item',
  });
  await expectLockedBefore(post(unread), () => posts.scan('YOUTUBE'));
});

test('a consent locks the channels of all its accounts before the first campaign', async () => {
  await aMeasuredPost();
  const other = await posts.aPublisher('INSTAGRAM');
  await own.market.pool.query('update social_accounts set owner_id = $1 where id = $2', [
    creator.userId,
    other.accountId,
  ]);
  dataOf(await creator.api.post('/influencer-channels', { kind: 'NATIVE', socialAccountId: other.accountId }), 201);
  for (const { accountId } of [creator, other])
    dataOf(await creator.api.put(`/social-accounts/${accountId}/sharing`, { enabled: false }));
  const both = await campaigns.aRunning(advertiser, { platforms: ['TIKTOK', 'INSTAGRAM'] });
  const rows = { text: 'select from channels where social_account_id = $1', values: [other.accountId] };
  await expectLockedBefore(rows, () => creator.keyed.post(`/offers/${both.id}/take`, { shareMetrics: true }));
});
