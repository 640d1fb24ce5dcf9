import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { campaignsOf, change, dataOf, move } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { aHandle, sellersOf } from '../../support/market/sellers.ts';
import { connect } from '../../support/social/sign-in.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const campaigns = campaignsOf(shared.baseUrl, market);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

async function aCreator(): Promise<Person> {
  const creator = await aPerson(shared.baseUrl, { roles: ['CREATOR'] });
  await sellersOf(market).anAccount(creator.userId);
  return creator;
}

const take = (creator: Person, { id }: { id: number }, body: object = {}) =>
  creator.keyed.post(`/offers/${id}/take`, body);
const newest = async (creator: Person) => (await creator.keyed.get('/offers?limit=1')).body.data[0];
const isListed = async (creator: Person, { id }: { id: number }) => (await newest(creator))?.id === id;

describe('an offer', () => {
  test('the offer of a running campaign is listed, and its bytes do not depend on the budget', async () => {
    const [creator, advertiser] = [await aCreator(), await campaigns.anAdvertiser(1_000_000)];
    const running = await campaigns.aRunning(advertiser);
    const offer = await newest(creator);
    expect(offer).toEqual({
      ...{ id: running.id, title: running.title, brief: running.brief, advertiserName: 'A person' },
      ...{ platforms: ['YOUTUBE'], payment: running.payment, maxPerPost: null, requirements: running.requirements },
      ...{ endsAt: null, takenAt: null, accountIds: [expect.any(Number)], trackingLinks: [] },
    });
    dataOf(await change(advertiser, running, { budgetCents: '500000' }));
    expect(await newest(creator)).toEqual(offer);
    expect(JSON.stringify(offer)).not.toMatch(/budget|spent|paid|creators/i);
  });

  test('an offer is taken once: the first time stays', async () => {
    const [creator, advertiser] = [await aCreator(), await campaigns.anAdvertiser()];
    const running = await campaigns.aRunning(advertiser);
    const both = await Promise.all([take(creator, running), take(creator, running)]);
    const times = both.map((reply) => dataOf(reply).takenAt);
    expect(times[0]).toBe(times[1]);
    expect(dataOf(await take(creator, running)).takenAt).toBe(times[0]);
    expect((await newest(creator)).takenAt).toBe(times[0]);
  });

  test('an offer cannot be taken while its campaign is paused, and is not listed', async () => {
    const [creator, advertiser] = [await aCreator(), await campaigns.anAdvertiser()];
    const paused = dataOf(await move(advertiser, await campaigns.aRunning(advertiser), 'pause'));
    expect(refused(await take(creator, paused), 'INVALID_STATE')).toMatchObject({
      status: 'PAUSED',
      allowedActions: [],
    });
    expect(await isListed(creator, paused)).toBe(false);
  });

  test('an offer is read alone as in the list, also while it is paused, and not by a creator who cannot work on it', async () => {
    const [creator, advertiser] = [await aCreator(), await campaigns.anAdvertiser()];
    const running = await campaigns.aRunning(advertiser);
    const listed = await newest(creator);
    expect(dataOf(await creator.keyed.get(`/offers/${running.id}`))).toEqual(listed);
    dataOf(await move(advertiser, running, 'pause'));
    expect(dataOf(await creator.keyed.get(`/offers/${running.id}`))).toEqual(listed);
    const withoutAccount = await aPerson(shared.baseUrl, { roles: ['CREATOR'] });
    refused(await withoutAccount.keyed.get(`/offers/${running.id}`), 'RESOURCE_NOT_FOUND');
  });

  test('an offer does not exist for a creator who cannot work on it', async () => {
    const advertiser = await campaigns.anAdvertiser();
    const creator = await aCreator();
    const draft = await campaigns.aDraft(advertiser);
    refused(await take(creator, draft), 'RESOURCE_NOT_FOUND');
    const elsewhere = await campaigns.aRunning(advertiser, { platforms: ['TIKTOK'] });
    refused(await take(creator, elsewhere), 'RESOURCE_NOT_FOUND');
    expect(await isListed(creator, elsewhere)).toBe(false);
    const running = await campaigns.aRunning(advertiser);
    const ended = dataOf(await move(advertiser, running, 'cancel'));
    refused(await take(creator, ended), 'RESOURCE_NOT_FOUND');
    const withoutAccount = await aPerson(shared.baseUrl, { roles: ['CREATOR'] });
    expect((await withoutAccount.keyed.get('/offers')).body).toEqual({ data: [], nextCursor: null });
  });

  test('an offer does not exist while its advertiser is suspended, nor for the advertiser itself', async () => {
    const both = await aPerson(shared.baseUrl, { roles: ['ADVERTISER', 'CREATOR'] });
    await market.deposit(both.userId, 10_000);
    await sellersOf(market).anAccount(both.userId);
    const running = await campaigns.aRunning(both);
    refused(await take(both, running), 'RESOURCE_NOT_FOUND');
    const creator = await aCreator();
    expect(await isListed(creator, running)).toBe(true);
    await market.pool.query('update users set suspended_at = now() where id = $1', [both.userId]);
    expect(await isListed(creator, running)).toBe(false);
    refused(await take(creator, running), 'RESOURCE_NOT_FOUND');
  });

  test('an offer at a platform that needs a consent is taken only with it, and the take records it', async () => {
    const creator = await aPerson(shared.baseUrl, { roles: ['CREATOR'] });
    await connect(creator, aHandle(), { platform: 'TIKTOK', shareMetrics: false });
    const running = await campaigns.aRunning(await campaigns.anAdvertiser(), { platforms: ['TIKTOK'] });
    refused(await take(creator, running), 'VALIDATION_FAILED');
    const former = { shareMetrics: true, sharingVersion: '2026-11' };
    refused(await take(creator, running, former), 'VERSION_CONFLICT');
    dataOf(await take(creator, running, { shareMetrics: true }));
    const [account] = (await creator.keyed.get('/social-accounts')).body.data;
    expect(account.socialConnection.sharing).toMatchObject({ version: expect.any(String) });
    expect(dataOf(await take(creator, running)).accountIds).toEqual([account.id]);
  });

  test('taking an offer with consent replaces an earlier consent by one to the current text', async () => {
    const creator = await aPerson(shared.baseUrl, { roles: ['CREATOR'] });
    await connect(creator, aHandle(), { platform: 'TIKTOK', shareMetrics: true });
    const versionOf = async () =>
      (await creator.keyed.get('/social-accounts')).body.data[0].socialConnection.sharing.version;
    const present = await versionOf();
    await market.pool.query(
      `update social_grants set sharing_version = '2026-11'
       where social_account_id in (select id from social_accounts where owner_id = $1)`,
      [creator.userId],
    );
    const running = await campaigns.aRunning(await campaigns.anAdvertiser(), { platforms: ['TIKTOK'] });
    dataOf(await take(creator, running));
    expect(await versionOf()).toBe('2026-11');
    dataOf(await take(creator, running, { shareMetrics: true }));
    expect(await versionOf()).toBe(present);
  });

  test('the list of offers continues after a campaign that has ended, and refuses one that ended before the creator came', async () => {
    const advertiser = await campaigns.anAdvertiser();
    const before = await campaigns.aRunning(advertiser);
    dataOf(await move(advertiser, before, 'complete'));
    const creator = await aCreator();
    const [first, second] = [await campaigns.aRunning(advertiser), await campaigns.aRunning(advertiser)];
    dataOf(await move(advertiser, second, 'complete'));
    const page = dataOf(await creator.keyed.get(`/offers?limit=100&cursor=${second.id}`));
    expect(page.map(({ id }: { id: number }) => id)).toContain(first.id);
    refused(await creator.keyed.get(`/offers?cursor=${before.id}`), 'INVALID_CURSOR');
  });
});
