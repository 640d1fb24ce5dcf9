import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { campaignsOf, change, dataOf, move } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import type { Person } from '../../support/market/people.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const campaigns = campaignsOf(shared.baseUrl, market);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const usd = (raw: string) => ({ raw, currency: 'USD', decimals: 2 });
const usdt = (raw: string) => ({ raw, currency: 'USDT', decimals: 6 });

async function walletOf(person: Person): Promise<{ balance: string; reserved: string }> {
  const { balance, reserved } = (await person.api.get('/wallet')).body.data;
  return { balance: balance.raw, reserved: reserved.raw };
}

const lastTransaction = async (person: Person) => (await person.api.get('/wallet/transactions?limit=1')).body.data[0];

describe('the start of a campaign', () => {
  test('the start reserves the budget, one USDT for each USD', async () => {
    const advertiser = await campaigns.anAdvertiser(15_000);
    const draft = await campaigns.aDraft(advertiser);
    expect(await walletOf(advertiser)).toEqual({ balance: '150000000', reserved: '0' });
    const running = dataOf(await move(advertiser, draft, 'start'));
    expect(running).toMatchObject({
      status: 'RUNNING',
      version: 2,
      budget: usd('10000'),
      startedAt: expect.any(String),
    });
    expect(await walletOf(advertiser)).toEqual({ balance: '50000000', reserved: '100000000' });
    expect(await lastTransaction(advertiser)).toMatchObject({
      type: 'CAMPAIGN_RESERVE',
      amount: usdt('-100000000'),
      reference: { type: 'campaign', id: `${draft.id}:1` },
      ...{ title: draft.title, counterpartName: null },
    });
  });

  test('the start is refused when the balance does not cover the budget, and changes nothing', async () => {
    const advertiser = await campaigns.anAdvertiser(9_999);
    const draft = await campaigns.aDraft(advertiser);
    refused(await move(advertiser, draft, 'start'), 'INSUFFICIENT_FUNDS');
    expect(dataOf(await advertiser.api.get(`/campaigns/${draft.id}`))).toEqual(draft);
    expect(await walletOf(advertiser)).toEqual({ balance: '99990000', reserved: '0' });
  });

  test('the start reserves once when it is requested twice with one key', async () => {
    const advertiser = await campaigns.anAdvertiser(15_000);
    const draft = await campaigns.aDraft(advertiser);
    const key = randomUUID();
    const [one, other] = await Promise.all([
      move(advertiser, draft, 'start', key),
      move(advertiser, draft, 'start', key),
    ]);
    expect(one.text).toBe(other.text);
    expect(await walletOf(advertiser)).toEqual({ balance: '50000000', reserved: '100000000' });
  });

  test('a second start with another key is refused', async () => {
    const advertiser = await campaigns.anAdvertiser(30_000);
    const draft = await campaigns.aDraft(advertiser);
    const both = await Promise.all([move(advertiser, draft, 'start'), move(advertiser, draft, 'start')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await walletOf(advertiser)).toEqual({ balance: '200000000', reserved: '100000000' });
  });
});

test('the start of a campaign with a fixed reward reserves its budget too', async () => {
  const advertiser = await campaigns.anAdvertiser(15_000);
  const payment = { model: 'FIXED', rewardCents: '2500' };
  const running = await campaigns.aRunning(advertiser, { payment, platforms: ['TWITCH'] });
  expect(running.payment).toEqual({ model: 'FIXED', reward: usd('2500') });
  expect(await walletOf(advertiser)).toEqual({ balance: '50000000', reserved: '100000000' });
});

describe('a higher budget', () => {
  test('a higher budget of a started campaign reserves the difference by a transfer of its own', async () => {
    const advertiser = await campaigns.anAdvertiser(20_000);
    const running = await campaigns.aRunning(advertiser);
    const raised = dataOf(await change(advertiser, running, { budgetCents: '15000' }));
    expect(raised).toMatchObject({ version: 3, budget: usd('15000'), status: 'RUNNING' });
    expect(await walletOf(advertiser)).toEqual({ balance: '50000000', reserved: '150000000' });
    expect(await lastTransaction(advertiser)).toMatchObject({ reference: { type: 'campaign', id: `${running.id}:2` } });
  });

  test('a higher budget than the balance covers is refused and changes nothing', async () => {
    const advertiser = await campaigns.anAdvertiser(12_000);
    const running = await campaigns.aRunning(advertiser);
    refused(await change(advertiser, running, { budgetCents: '12001' }), 'INSUFFICIENT_FUNDS');
    expect(await walletOf(advertiser)).toEqual({ balance: '20000000', reserved: '100000000' });
  });

  test('a higher budget of a draft reserves nothing', async () => {
    const advertiser = await campaigns.anAdvertiser(0);
    const draft = await campaigns.aDraft(advertiser);
    expect(dataOf(await change(advertiser, draft, { budgetCents: '99999999999' }))).toMatchObject({
      budget: usd('99999999999'),
    });
  });

  test('a higher budget of a started campaign needs an Idempotency-Key', async () => {
    const advertiser = await campaigns.anAdvertiser(20_000);
    const { id, version } = await campaigns.aRunning(advertiser);
    const body = { expectedVersion: version, budgetCents: '15000' };
    refused(await advertiser.api.patch(`/campaigns/${id}`, body, { key: null }), 'IDEMPOTENCY_KEY_REQUIRED');
  });

  test('the database reserves once when ten requests raise a budget at the same time', async () => {
    const advertiser = await campaigns.anAdvertiser(100_000);
    const running = await campaigns.aRunning(advertiser);
    const raises = await Promise.all(
      Array.from({ length: 10 }, () => change(advertiser, running, { budgetCents: '20000' })),
    );
    expect(raises.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await walletOf(advertiser)).toEqual({ balance: '800000000', reserved: '200000000' });
  });
});

describe.each([
  ['complete', 'COMPLETED'],
  ['cancel', 'CANCELLED'],
])('the action %s', (action, status) => {
  test('the end of a campaign that has spent nothing refunds the whole budget', async () => {
    const advertiser = await campaigns.anAdvertiser(12_000);
    const running = await campaigns.aRunning(advertiser);
    const raised = dataOf(await change(advertiser, running, { budgetCents: '11000' }));
    const ended = dataOf(await move(advertiser, raised, action));
    expect(ended).toMatchObject({ status, version: 4, endedAt: expect.any(String), allowedActions: [] });
    expect(await walletOf(advertiser)).toEqual({ balance: '120000000', reserved: '0' });
    expect(await lastTransaction(advertiser)).toMatchObject({
      type: 'CAMPAIGN_REFUND',
      amount: usdt('110000000'),
      reference: { type: 'campaign', id: `${running.id}` },
    });
  });

  test('the end refunds once when it is requested twice with one key, and answers the same', async () => {
    const advertiser = await campaigns.anAdvertiser(12_000);
    const running = await campaigns.aRunning(advertiser);
    const key = randomUUID();
    const [one, other] = await Promise.all([
      move(advertiser, running, action, key),
      move(advertiser, running, action, key),
    ]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.text).toBe(other.text);
    expect(await walletOf(advertiser)).toEqual({ balance: '120000000', reserved: '0' });
  });
});

test('the cancellation of a draft moves no money', async () => {
  const advertiser = await campaigns.anAdvertiser(12_000);
  const draft = await campaigns.aDraft(advertiser);
  expect(dataOf(await move(advertiser, draft, 'cancel'))).toMatchObject({ status: 'CANCELLED', startedAt: null });
  expect(await walletOf(advertiser)).toEqual({ balance: '120000000', reserved: '0' });
});
