import { afterAll, afterEach, expect, test } from 'vitest';
import { allowedActions, life as lifeOfCampaigns } from '../../../functions/campaigns/campaigns/rules.ts';
import { life as lifeOfPosts } from '../../../functions/campaigns/posts/rules.ts';
import { campaignActions, postActionsOf, postStatuses } from '../../../schema/campaigns/campaign-terms.ts';
import { clientOf } from '../../support/client.ts';
import { refused } from '../../support/contract/expectations.ts';
import { campaignsOf, change, dataOf, move } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import type { Person } from '../../support/market/people.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { submitPosts } from '../../support/market/submitted-posts.ts';
import { whileHeld } from '../../support/stack/held-rows.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const campaigns = campaignsOf(shared.baseUrl, market);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

type Campaign = { readonly id: number; readonly version: number };

/** The ways into each state of a campaign. EXHAUSTED: paused, because its budget is exhausted. */
const ways = {
  DRAFT: (advertiser: Person) => campaigns.aDraft(advertiser),
  RUNNING: (advertiser: Person) => campaigns.aRunning(advertiser),
  PAUSED: async (advertiser: Person) => dataOf(await move(advertiser, await campaigns.aRunning(advertiser), 'pause')),
  EXHAUSTED: async (advertiser: Person) => {
    const campaign = await campaigns.aRunning(advertiser, { payment: { model: 'FIXED', rewardCents: '10000' } });
    const { postId } = await aPost(campaign);
    dataOf(await advertiser.api.post(`/campaigns/${campaign.id}/posts/${postId}/accept`));
    return dataOf(await advertiser.keyed.get(`/campaigns/${campaign.id}`));
  },
  COMPLETED: async (advertiser: Person) =>
    dataOf(await move(advertiser, await campaigns.aRunning(advertiser), 'complete')),
  CANCELLED: async (advertiser: Person) => dataOf(await move(advertiser, await campaigns.aDraft(advertiser), 'cancel')),
} as const;

async function aPost({ id: campaignId }: Campaign): Promise<{ postId: number; creatorId: number }> {
  const creatorId = await market.aUser(['CREATOR']);
  const accountId = await sellersOf(market).anAccount(creatorId);
  const [postId = 0] = await submitPosts(market, { campaignId, creatorId, accountId });
  return { postId, creatorId };
}

const requested = (advertiser: Person, campaign: Campaign, action: (typeof campaignActions)[number]) =>
  action === 'update' ? change(advertiser, campaign, { title: 'Another name' }) : move(advertiser, campaign, action);

test.each(Object.entries(ways))(
  'a campaign that is %s accepts its allowed actions and refuses all others',
  async (state, way) => {
    const advertiser = await campaigns.anAdvertiser();
    let campaign = await way(advertiser);
    for (const action of campaignActions) {
      const status =
        state === 'EXHAUSTED'
          ? 'PAUSED'
          : (state as Exclude<typeof state, 'EXHAUSTED'> as keyof typeof lifeOfCampaigns);
      const budget = {
        budgetCents: campaign.budget.raw,
        spentCents: campaign.spent.raw,
        rewardCents: campaign.payment.reward?.raw ?? null,
      };
      const allowed = allowedActions({ status, ...budget });
      expect(campaign.allowedActions).toEqual(allowed);
      const reply = await requested(advertiser, campaign, action);
      if (allowed.includes(action)) {
        expect(dataOf(reply).status).toBe(lifeOfCampaigns[status][action]);
        campaign = await way(advertiser);
      } else {
        const isExhausted = state === 'EXHAUSTED' && action === 'resume';
        expect(refused(reply, 'INVALID_STATE')).toMatchObject({
          status: isExhausted ? 'BUDGET_EXHAUSTED' : status,
          allowedActions: allowed,
        });
      }
    }
  },
);

test('a campaign is not resumed when an accrual exhausts its budget in the same moment', async () => {
  const advertiser = await campaigns.anAdvertiser();
  const running = await campaigns.aRunning(advertiser, { payment: { model: 'FIXED', rewardCents: '10000' } });
  const { postId } = await aPost(running);
  const paused = dataOf(await move(advertiser, running, 'pause'));
  // As the scan that accepts the post does: it spends the budget without a new version of the campaign.
  const accrual = { text: 'select campaign_accept_by_advertiser($1, now())', values: [postId] };
  const reply = await whileHeld(
    market.pool,
    accrual,
    () => move(advertiser, paused, 'resume'),
    (holder) => holder.query('commit'),
  );
  expect(refused(reply, 'INVALID_STATE').status).toBe('BUDGET_EXHAUSTED');
  expect(dataOf(await advertiser.keyed.get(`/campaigns/${running.id}`))).toMatchObject({
    ...{ status: 'PAUSED', pauseReason: 'MANUAL', spent: { raw: '10000' } },
  });
});

/** Sets a post to this status, as the advertiser and the scans do. */
async function bring(advertiser: Person, path: string, postId: number, status: (typeof postStatuses)[number]) {
  if (status === 'ACCEPTED') dataOf(await advertiser.api.post(`${path}/accept`));
  if (status === 'REJECTED') dataOf(await advertiser.api.post(`${path}/reject`, { reason: 'OTHER' }));
  if (status === 'UNAVAILABLE')
    await market.pool.query(
      `update campaign_posts set status = 'UNAVAILABLE', former_status = 'ON_MODERATION', decide_by = null where id = $1`,
      [postId],
    );
}

test.each(postStatuses)(
  'a post that is %s accepts the allowed actions of the advertiser and refuses all others',
  async (status) => {
    const advertiser = await campaigns.anAdvertiser();
    const brought = async () => {
      const { id } = await campaigns.aRunning(advertiser);
      const { postId } = await aPost({ id, version: 1 });
      const path = `/campaigns/${id}/posts/${postId}`;
      await bring(advertiser, path, postId, status);
      return { id, path };
    };
    let { id, path } = await brought();
    for (const action of postActionsOf.ADVERTISER) {
      const allowed = postActionsOf.ADVERTISER.filter((one) => lifeOfPosts[status][one] !== undefined);
      const [shown] = dataOf(await advertiser.keyed.get(`/campaigns/${id}/posts`));
      expect(shown).toMatchObject({ status, allowedActions: allowed });
      const reply = await advertiser.api.post(
        `${path}/${action}`,
        action === 'reject' ? { reason: 'OTHER' } : undefined,
      );
      const to = lifeOfPosts[status][action];
      if (to !== undefined) {
        expect(dataOf(reply).status).toBe(to);
        ({ id, path } = await brought());
      } else expect(refused(reply, 'INVALID_STATE')).toMatchObject({ status, allowedActions: allowed });
    }
  },
);

test.each([
  ['ON_MODERATION', 'ON_MODERATION', true],
  ['UNAVAILABLE before a decision', 'UNAVAILABLE', true],
  ['ACCEPTED', 'ACCEPTED', false],
  ['REJECTED', 'REJECTED', false],
  ['UNAVAILABLE after its acceptance', 'UNAVAILABLE', false],
] as const)(
  'a post that is %s can be withdrawn by its creator only before a decision',
  async (_, status, isUndecided) => {
    const advertiser = await campaigns.anAdvertiser();
    const campaign = await campaigns.aRunning(advertiser);
    const { postId, creatorId } = await aPost(campaign);
    const path = `/campaigns/${campaign.id}/posts/${postId}`;
    if (!isUndecided && status === 'UNAVAILABLE') {
      await bring(advertiser, path, postId, 'ACCEPTED');
      await market.pool.query(
        `update campaign_posts set status = 'UNAVAILABLE', former_status = 'ACCEPTED' where id = $1`,
        [postId],
      );
    } else await bring(advertiser, path, postId, status);
    const creator = clientOf(shared.baseUrl, await market.aKey(creatorId));
    const allowedActions = isUndecided ? ['withdraw'] : [];
    expect(dataOf(await creator.get('/posts'))).toMatchObject([{ status, allowedActions }]);
    const reply = await creator.post(`/posts/${postId}/withdraw`);
    if (isUndecided)
      expect(dataOf(reply)).toMatchObject({ status: 'REJECTED', reason: 'WITHDRAWN', note: null, allowedActions: [] });
    else expect(refused(reply, 'INVALID_STATE')).toMatchObject({ status, allowedActions });
  },
);

test.each([
  [
    'a blocked account',
    `update social_accounts set status = 'BLOCKED', block_reason = 'a test', blocked_at = now() where owner_id = $1`,
    'BLOCKED',
    ['reject'],
  ],
  [
    'a suspended creator',
    `update users set suspended_at = now(), suspension_reason = 'a test' where id = $1`,
    'SUSPENDED',
    [],
  ],
] as const)('a post of %s cannot be accepted', async (_, statement, status, allowed) => {
  const advertiser = await campaigns.anAdvertiser();
  const campaign = await campaigns.aRunning(advertiser);
  const { postId, creatorId } = await aPost(campaign);
  await market.pool.query(statement, [creatorId]);
  const reply = await advertiser.api.post(`/campaigns/${campaign.id}/posts/${postId}/accept`);
  expect(refused(reply, 'INVALID_STATE')).toMatchObject({ status, allowedActions: allowed });
});
