import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { aContentId, type Publisher } from '../../support/market/campaign-posts.ts';
import { dataOf, move } from '../../support/market/campaigns.ts';
import { type OwnCampaigns, ownCampaigns } from '../../support/market/own-campaigns.ts';
import type { Person } from '../../support/market/people.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { whileHeld } from '../../support/stack/held-rows.ts';

let own: OwnCampaigns['own'];
let posts: OwnCampaigns['posts'];
let campaigns: OwnCampaigns['campaigns'];
ownCampaigns((made) => {
  ({ own, posts, campaigns } = made);
});

let advertiser: Person;
let creator: Publisher;
let campaign: { id: number; version: number };

describe('a submitted post', () => {
  beforeEach(async () => {
    advertiser = await campaigns.anAdvertiser();
    creator = await posts.aPublisher();
    campaign = await campaigns.aRunning(advertiser);
    dataOf(await posts.take(creator, campaign));
  });

  const filmed = async (changes: Parameters<Publisher['publish']>[1] = {}) => {
    const contentId = aContentId(creator.platform);
    await creator.publish(contentId, { views: 1_000, likes: 40, comments: 3, ...changes });
    return contentId;
  };

  test('a post that the account has published waits for the decision of the advertiser, and is counted', async () => {
    const contentId = await filmed();
    const post = dataOf(await posts.submit(creator, campaign, contentId), 201);
    expect(post).toMatchObject({
      ...{ campaignId: campaign.id, socialAccountId: creator.accountId, platform: 'YOUTUBE', handle: creator.handle },
      ...{ contentId, url: `https://www.youtube.com/watch?v=${contentId}`, mediaType: 'VIDEO' },
      ...{
        status: 'ON_MODERATION',
        reason: null,
        views: null,
        decidedAt: null,
        flags: [],
        allowedActions: ['withdraw'],
      },
    });
    expect(Date.parse(post.decideBy) - Date.parse(post.submittedAt)).toBe(168 * 3_600_000);
    expect([post.earned.raw, post.paid.raw]).toEqual(['0', '0']);
    const shown = await posts.campaignPostOf(advertiser, campaign, post.id);
    const { paid: _, allowedActions: __, ...rest } = post;
    expect(shown).toEqual({ ...rest, allowedActions: ['accept', 'reject'] });
    expect(dataOf(await advertiser.keyed.get(`/campaigns/${campaign.id}`))).toMatchObject({
      posts: { total: 1, onModeration: 1, accepted: 0, rejected: 0, unavailable: 0 },
      ...{ creators: 1, totalViews: null },
    });
    const list = (await creator.keyed.get('/posts')).body;
    expect(list.data).toEqual([post]);
    expect(list.summary).toMatchObject({ total: 1, onModeration: 1, earned: { raw: '0' } });
  });

  test('a retry with the same key submits once, also after the campaign has ended', async () => {
    const [contentId, key] = [await filmed(), randomUUID()];
    const first = dataOf(await posts.submit(creator, campaign, contentId, { key }), 201);
    expect(dataOf(await posts.submit(creator, campaign, contentId, { key }), 201)).toEqual(first);
    dataOf(await move(advertiser, campaign, 'cancel'));
    expect(dataOf(await posts.submit(creator, campaign, contentId, { key }), 201)).toMatchObject({ id: first.id });
  });

  test.each([
    ['is not public', { state: 'UNLISTED' }, 'not public'],
    ['is private', { state: 'PRIVATE' }, 'not public'],
    ['is announced and not shown yet', { state: 'UPCOMING' }, 'announced and not shown yet'],
    ['was published before the offer was taken', { publishedAt: '2026-01-01T00:00:00.000Z' }, 'before you took'],
  ] as const)('a post that %s is refused with INVALID_PROOF', async (_, changes, cause) => {
    expect(refused(await posts.submit(creator, campaign, await filmed(changes)), 'INVALID_PROOF').message).toContain(
      cause,
    );
    expect((await creator.keyed.get('/posts')).body.data).toEqual([]);
  });

  test('a post is refused if it is unknown, belongs to another account, or its url is not of the platform', async () => {
    refused(await posts.submit(creator, campaign, aContentId()), 'INVALID_PROOF');
    const other = await posts.aPublisher();
    const foreign = aContentId();
    await other.publish(foreign);
    refused(await posts.submit(creator, campaign, foreign), 'INVALID_PROOF');
    const elsewhere = { campaignId: campaign.id, socialAccountId: creator.accountId, url: 'https://example.com/v' };
    refused(await creator.keyed.post('/posts', elsewhere), 'VALIDATION_FAILED');
  });

  test('the list of posts refuses the cursor of another platform or of another creator', async () => {
    const { id } = dataOf(await posts.submit(creator, campaign, await filmed()), 201);
    expect((await creator.keyed.get(`/posts?platform=YOUTUBE&cursor=${id}`)).body.data).toEqual([]);
    refused(await creator.keyed.get(`/posts?platform=TIKTOK&cursor=${id}`), 'INVALID_CURSOR');
    refused(await (await posts.aPublisher()).keyed.get(`/posts?cursor=${id}`), 'INVALID_CURSOR');
  });

  test('a post is used once: a second submission names the first one to its creator alone', async () => {
    const contentId = await filmed();
    const first = dataOf(await posts.submit(creator, campaign, contentId), 201);
    const again = refused(await posts.submit(creator, campaign, contentId), 'INVALID_STATE');
    expect(again).toMatchObject({ status: 'POST_EXISTS', existingId: first.id });
    const other = await campaigns.aRunning(await campaigns.anAdvertiser());
    dataOf(await posts.take(creator, other));
    const later = aContentId();
    await creator.publish(later);
    const both = await Promise.all([posts.submit(creator, campaign, later), posts.submit(creator, other, later)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('a rejected post can be submitted again three times', async () => {
    const contentId = await filmed();
    for (let tries = 0; tries < 4; tries += 1) {
      const { id } = dataOf(await posts.submit(creator, campaign, contentId), 201);
      dataOf(await posts.reject(advertiser, campaign, id));
    }
    expect(refused(await posts.submit(creator, campaign, contentId), 'INVALID_STATE').status).toBe('LIMIT_REACHED');
    expect(dataOf(await advertiser.keyed.get(`/campaigns/${campaign.id}`)).posts).toMatchObject({
      total: 4,
      rejected: 4,
    });
  });

  test('a post is refused while the campaign is paused, with the same bytes whatever the reason', async () => {
    const contentId = await filmed();
    const paused = dataOf(await move(advertiser, campaign, 'pause'));
    const byHand = await posts.submit(creator, campaign, contentId);
    expect(refused(byHand, 'INVALID_STATE')).toMatchObject({ status: 'PAUSED', allowedActions: [] });
    await own.market.pool.query(`update campaigns set pause_reason = 'BUDGET_EXHAUSTED' where id = $1`, [paused.id]);
    const exhausted = await posts.submit(creator, campaign, contentId);
    const bytes = (text: string) => text.replace(/"requestId":"[^"]*"/, '');
    expect(bytes(exhausted.text)).toBe(bytes(byHand.text));
  });

  test('a post is refused if its creator has not taken the offer, or the account belongs to another user', async () => {
    const stranger = await posts.aPublisher();
    const contentId = aContentId();
    await stranger.publish(contentId);
    expect(refused(await posts.submit(stranger, campaign, contentId), 'INVALID_STATE')).toMatchObject({
      status: 'NOT_TAKEN',
      allowedActions: ['take'],
    });
    const foreign = { ...creator, accountId: stranger.accountId };
    refused(await posts.submit(foreign, campaign, contentId), 'RESOURCE_NOT_FOUND');
    const untaken = { ...stranger, accountId: creator.accountId };
    refused(await posts.submit(untaken, campaign, contentId), 'RESOURCE_NOT_FOUND');
    const ended = dataOf(await move(advertiser, campaign, 'cancel'));
    refused(await posts.submit(creator, ended, contentId), 'RESOURCE_NOT_FOUND');
  });

  const block = (id: number) => ({
    text: `update social_accounts set status = 'BLOCKED', block_reason = 'a test', blocked_at = now() where id = $1`,
    values: [id],
  });

  test('a post is refused if its account is blocked, also while it is submitted', async () => {
    // By another account the offer stays open to its creator.
    await sellersOf(own.market).anAccount(creator.userId);
    const contentId = await filmed();
    const submit = () => posts.submit(creator, campaign, contentId);
    const meanwhile = await whileHeld(own.market.pool, block(creator.accountId), submit, (holder) =>
      holder.query('commit'),
    );
    for (const reply of [meanwhile, await submit()]) refused(reply, 'ACCOUNT_ACCESS_DENIED');
    expect((await creator.keyed.get('/posts')).body.data).toEqual([]);
  });

  test('a post of an account that shows metrics only with consent needs the connection and the consent', async () => {
    const tiktok = await campaigns.aRunning(advertiser, { platforms: ['TIKTOK'] });
    creator = await posts.aPublisher('TIKTOK');
    dataOf(await posts.take(creator, tiktok));
    const contentId = await filmed();
    dataOf(await creator.api.put(`/social-accounts/${creator.accountId}/sharing`, { enabled: false }));
    expect(refused(await posts.submit(creator, tiktok, contentId), 'INVALID_STATE').status).toBe('GRANT_REQUIRED');
    dataOf(await creator.api.put(`/social-accounts/${creator.accountId}/sharing`, { enabled: true }));
    dataOf(await posts.submit(creator, tiktok, contentId), 201);
    dataOf(await creator.api.delete(`/social-accounts/${creator.accountId}/connection`));
    const later = await filmed();
    expect(refused(await posts.submit(creator, tiktok, later), 'INVALID_STATE').status).toBe('GRANT_REQUIRED');
  });

  test('a post is not lost when the platform does not answer: nothing is stored, and the same request succeeds later', async () => {
    const [contentId, key] = [await filmed(), randomUUID()];
    await own.control.social('refuse');
    refused(await posts.submit(creator, campaign, contentId, { key }), 'SERVICE_UNAVAILABLE');
    await own.control.social('up');
    dataOf(await posts.submit(creator, campaign, contentId, { key }), 201);
  });
});
