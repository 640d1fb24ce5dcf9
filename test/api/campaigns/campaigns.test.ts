import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { aCampaignBody, campaignsOf, change, dataOf, move } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const campaigns = campaignsOf(shared.baseUrl, market);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

describe('a new campaign', () => {
  test('a new campaign is a draft with the terms that its advertiser wrote, and with unknown metrics', async () => {
    const advertiser = await campaigns.anAdvertiser(0);
    const requirements = { minSeconds: 15, hashtags: ['drinks'], notes: 'No pets.' };
    const endsAt = new Date(Date.now() + 864e5).toISOString();
    const body = aCampaignBody({ requirements, maxPerPostCents: '5000', endsAt });
    const { id, createdAt, ...campaign } = dataOf(await advertiser.api.post('/campaigns', body), 201);
    expect(campaign).toEqual({
      ...{ version: 1, status: 'DRAFT', pauseReason: null, title: 'Summer drinks', endsAt },
      ...{
        brief: 'Show the can for five seconds.',
        platforms: ['YOUTUBE'],
        creators: 0,
        totalViews: null,
        viewsUpdatedAt: null,
        viewDefinitions: [],
      },
      payment: { model: 'CPM', cpm: { raw: '200', currency: 'USD', decimals: 2 } },
      maxPerPost: { raw: '5000', currency: 'USD', decimals: 2 },
      budget: { raw: '10000', currency: 'USD', decimals: 2 },
      requirements: { ...requirements, mentions: [], languages: [] },
      spent: { raw: '0', currency: 'USD', decimals: 2 },
      paid: { raw: '0', currency: 'USD', decimals: 2 },
      posts: { total: 0, onModeration: 0, accepted: 0, rejected: 0, unavailable: 0 },
      engagement: {
        ...{ scope: 'accepted_video', views: 0, likes: 0, comments: 0, er: null, saves: null },
        erCoverage: { measuredPosts: 0, totalPosts: 0 },
        savesCoverage: { measuredPosts: 0, totalPosts: 0 },
        ...{ updatedAt: null, savesUpdatedAt: null },
      },
      allowedActions: ['update', 'start', 'cancel'],
      ...{ startedAt: null, endedAt: null, updatedAt: createdAt },
    });
    expect(dataOf(await advertiser.keyed.get(`/campaigns/${id}`))).toEqual({ ...campaign, id, createdAt });
  });

  test('a campaign is visible to nobody but its advertiser', async () => {
    const draft = await campaigns.aDraft(await campaigns.anAdvertiser(0));
    const other = await campaigns.anAdvertiser(0);
    refused(await other.api.get(`/campaigns/${draft.id}`), 'RESOURCE_NOT_FOUND');
    refused(await move(other, draft, 'cancel'), 'RESOURCE_NOT_FOUND');
    expect((await other.api.get('/campaigns')).body).toEqual({ data: [], nextCursor: null });
  });

  test.each([
    ['a fraction of a cent', { budgetCents: '100.5' }, 'INVALID_MONEY_PRECISION'],
    ['a budget of nothing', { budgetCents: '0' }, 'VALIDATION_FAILED'],
    ['two payments', { payment: { model: 'CPM', cpmCents: '1', rewardCents: '1' } }, 'VALIDATION_FAILED'],
    ['an end in the past', { endsAt: '2020-01-01T00:00:00Z' }, 'VALIDATION_FAILED'],
    ['eleven hashtags', { requirements: { hashtags: Array(11).fill('a') } }, 'VALIDATION_FAILED'],
  ] as const)('a campaign cannot have %s', async (_, changes, code) => {
    const advertiser = await campaigns.anAdvertiser(0);
    refused(await advertiser.api.post('/campaigns', aCampaignBody(changes)), code);
  });

  test('a campaign is refused when its advertiser has a hundred drafts', async () => {
    const advertiser = await campaigns.anAdvertiser(0);
    await campaigns.aDraft(advertiser);
    await market.pool.query(
      `insert into campaigns (advertiser_id, status, title, brief, platforms, payment_model, cpm_cents, requirements, budget_cents, created_at, updated_at)
       select advertiser_id, status, title, brief, platforms, payment_model, cpm_cents, requirements, budget_cents, created_at, updated_at
       from campaigns, generate_series(1, 98) where advertiser_id = $1`,
      [advertiser.userId],
    );
    const both = await Promise.all([1, 2].map(() => advertiser.api.post('/campaigns', aCampaignBody())));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ status: 'LIMIT_REACHED' });
  });
});

describe('the list of campaigns', () => {
  test('the list has the newest campaigns first, each once, also by status', async () => {
    const advertiser = await campaigns.anAdvertiser();
    const made: number[] = [];
    for (let n = 0; n < 3; n += 1) made.unshift((await campaigns.aDraft(advertiser)).id);
    const running = await campaigns.aRunning(advertiser);
    const list = async (query: string) => (await advertiser.keyed.get(`/campaigns?${query}`)).body;
    const first = await list('limit=2');
    expect(first.data.map(({ id }: { id: number }) => id)).toEqual([running.id, made[0]]);
    const second = await list(`limit=2&cursor=${first.nextCursor}`);
    expect(second.data.map(({ id }: { id: number }) => id)).toEqual([made[1], made[2]]);
    expect(second.nextCursor).toBeNull();
    expect((await list('status=running')).data.map(({ id }: { id: number }) => id)).toEqual([running.id]);
  });

  test('the list refuses the cursor of another advertiser', async () => {
    const foreign = await campaigns.aDraft(await campaigns.anAdvertiser(0));
    const advertiser = await campaigns.anAdvertiser(0);
    refused(await advertiser.api.get(`/campaigns?cursor=${foreign.id}`), 'INVALID_CURSOR');
  });
});

test('an action with an old version changes nothing', async () => {
  const advertiser = await campaigns.anAdvertiser();
  const draft = await campaigns.aDraft(advertiser);
  dataOf(await change(advertiser, draft, { title: 'Winter drinks' }));
  refused(await move(advertiser, draft, 'start'), 'VERSION_CONFLICT');
  refused(await change(advertiser, draft, { title: 'Spring drinks' }), 'VERSION_CONFLICT');
});

test('a paused campaign runs again when its advertiser resumes it', async () => {
  const advertiser = await campaigns.anAdvertiser();
  const running = await campaigns.aRunning(advertiser);
  const paused = dataOf(await move(advertiser, running, 'pause'));
  expect(paused).toMatchObject({ status: 'PAUSED', pauseReason: 'MANUAL' });
  expect(dataOf(await move(advertiser, paused, 'resume'))).toMatchObject({ status: 'RUNNING', pauseReason: null });
});

test('a replay of a change repeats its answer, also after later changes', async () => {
  const advertiser = await campaigns.anAdvertiser();
  const draft = await campaigns.aDraft(advertiser);
  const key = crypto.randomUUID();
  const started = await move(advertiser, draft, 'start', key);
  dataOf(await move(advertiser, dataOf(started), 'pause'));
  expect((await move(advertiser, draft, 'start', key)).text).toBe(started.text);
});
