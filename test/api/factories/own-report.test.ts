import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FactoryWorld, worldsOf } from '../../support/factories/worlds.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { factoriesOf } from '../../support/market/factories.ts';
import { marketOf } from '../../support/market/market.ts';
import { shareLinksOf } from '../../support/market/share-links.ts';
import { randomNumbers } from '../../support/random-numbers.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const factories = factoriesOf(baseUrl);
const { read, share } = shareLinksOf(baseUrl);
afterAll(() => market.close());

let world: FactoryWorld;
beforeAll(async () => {
  world = await worldsOf({ stack: shared, market }, randomNumbers().random).aWorld(new Date());
});
const get = async (path: string) => (await world.owner.keyed.get(`/factories/${world.factoryId}/${path}`)).body;

describe('the dashboard of a factory', () => {
  const filters = 'limit=5&accountSort=-likes&postSort=views&from=2020-01-01';

  test('the dashboard equals the summary, the accounts and the posts with the same filters', async () => {
    const [{ data }, summary, accounts, posts] = [
      await get(`dashboard?${filters}`),
      await get(`summary?${filters}`),
      await get(`accounts?${filters}`),
      await get(`posts?${filters}`),
    ];
    expect(data.posts.data.length).toBeGreaterThan(0);
    expect(data.summary).toEqual(summary.data);
    expect(data.accounts).toEqual(accounts);
    expect(data.posts).toEqual(posts);
  });

  test('each list of the dashboard has its own cursor', async () => {
    const first = (await get('dashboard?limit=1')).data;
    const second = (await get(`dashboard?limit=1&postCursor=${first.posts.nextCursor}`)).data;
    expect(second.accounts).toEqual(first.accounts);
    expect(second.posts.data[0].id).not.toBe(first.posts.data[0].id);
    expect((await get('dashboard?limit=1&postCursor=999999999')).code).toBe('INVALID_CURSOR');
  });

  test('a factory of another user has no dashboard, no settings and no preview', async () => {
    const other = await factories.anOwner();
    for (const part of ['dashboard', 'settings', 'report'])
      expect((await other.keyed.get(`/factories/${world.factoryId}/${part}`)).status).toBe(404);
  });
});

describe('the settings of a factory', () => {
  test('the settings have the factory, the tags of its owner and its tag groups', async () => {
    const group = dataOf(
      await world.owner.api.post(`/factories/${world.factoryId}/tag-groups`, { name: 'Both', tagIds: world.tagIds }),
      201,
    );
    const { data } = await get('settings');
    expect(data.factory).toEqual((await world.owner.keyed.get('/factories')).body.data[0]);
    expect(data.tags).toEqual((await world.owner.keyed.get('/factories/tags')).body.data);
    expect(data.tagGroups).toEqual([group]);
  });
});

describe('the preview of a report', () => {
  test.each([[[]], [['views']], [['posts', 'lastScanned']], [['likes', 'saves', 'er']]])(
    'a preview without %j equals the report of a link that hides the same',
    async (hiddenFields) => {
      // Of X, pages show more than programs may read.
      const { path } = await share(world.owner, world.factoryId, { hiddenFields });
      const { data: report } = Object(await (await read(`${path}?limit=3&platform=YOUTUBE`)).json());
      const { data } = await get(`report?limit=3&platform=YOUTUBE&hiddenFields=${hiddenFields.join(',')}`);
      const { hiddenFields: hidden, ...preview } = data;
      expect(hidden.toSorted()).toEqual([...hiddenFields].toSorted());
      expect(preview).toEqual(report);
    },
  );

  test('a preview counts no open, and refuses a sort by a hidden field', async () => {
    await get('report');
    const { data } = await get('share-links');
    expect(data.every(({ opens }: { opens: number }) => opens <= 1)).toBe(true);
    expect((await get('report?hiddenFields=views&accountSort=views')).code).toBe('VALIDATION_FAILED');
    expect((await get('report?hiddenFields=nonsense')).code).toBe('VALIDATION_FAILED');
  });
});

describe('the forecast of the credits', () => {
  test('the shared balance lasts for the plans of all active factories', async () => {
    const own = (await get('credits')).data;
    const { data } = (await world.owner.keyed.get('/factories/credits?credits=20000')).body;
    expect(data).toMatchObject({
      ...{ balance: own.balance, scansPerDay: own.scansPerDay, daysLeft: own.daysLeft, usage: own.usage },
      purchase: { credits: 20_000, price: { raw: '20000000', currency: 'USDT' } },
    });
    const settings = (await get('settings')).data.factory;
    dataOf(await factories.change(world.owner, settings, { status: 'PAUSED' }));
    expect((await world.owner.keyed.get('/factories/credits')).body.data).toMatchObject({
      scansPerDay: 0,
      daysLeft: null,
    });
  });
});
