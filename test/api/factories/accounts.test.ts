import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { factoriesOf } from '../../support/market/factories.ts';
import { marketOf } from '../../support/market/market.ts';
import { connect } from '../../support/social/sign-in.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { anOwner, aFactory, add } = factoriesOf(shared.baseUrl);
afterAll(() => market.close());

const aHandle = () => `watched-${randomBytes(4).toString('hex')}`;

describe('a new account of a factory', () => {
  test('an account waits for its platform, and the factory counts it', async () => {
    const owner = await anOwner();
    const factory = await aFactory(owner);
    const { id, ...account } = dataOf(await add(owner, factory, { handle: '@Drinks-Daily' }), 201);
    expect(account).toMatchObject({
      ...{ platform: 'YOUTUBE', handle: 'drinks-daily', title: null, status: 'PENDING', mode: 'ACCOUNT' },
      ...{ posts: 0, lastScannedAt: null, tags: [] },
    });
    expect((await owner.keyed.get('/factories')).body.data[0].accounts).toBe(1);
  });

  test.each([
    ['by its address', 'YOUTUBE', 'https://www.youtube.com/@Drinks.Daily?tab=1', 'drinks.daily'],
    ['by its id', 'YOUTUBE', `https://youtube.com/channel/UC${'aB'.repeat(11)}`, `UC${'aB'.repeat(11)}`],
    ['by its address with a name of its own', 'YOUTUBE', 'https://www.youtube.com/c/Drinks/videos', 'drinks'],
    ['by its address from before there were handles', 'YOUTUBE', 'https://www.youtube.com/user/Drinks', 'user/drinks'],
    ['by its address with an escaped @', 'YOUTUBE', 'https://www.youtube.com/%40Drinks.Daily', 'drinks.daily'],
    ['at Twitch by the address of a tab', 'TWITCH', 'https://www.twitch.tv/DrinksDaily/videos', 'drinksdaily'],
    ['at Twitch by its mobile address', 'TWITCH', 'https://m.twitch.tv/DrinksDaily/', 'drinksdaily'],
  ])('an account can be added %s, which names its platform', async (_, platform, url, handle) => {
    const owner = await anOwner();
    const [stated, alone] = [await aFactory(owner), await aFactory(owner)];
    expect(dataOf(await add(owner, stated, { platform, url }), 201)).toMatchObject({ platform, handle });
    expect(dataOf(await add(owner, alone, { platform: undefined, url }), 201)).toMatchObject({ platform, handle });
    // The name that is shown can be sent.
    expect(dataOf(await add(owner, await aFactory(owner), { platform, handle }), 201)).toMatchObject({ handle });
  });

  test.each([
    ['without a name', {}],
    ['by a name and an address', { handle: 'drinks', url: 'https://www.youtube.com/@drinks' }],
    ['by a name that the platform does not allow', { handle: 'drinks daily' }],
    ['by a name without a platform', { platform: undefined, handle: 'drinks' }],
    ['by an address of no platform', { platform: undefined, url: 'https://shop.example/@drinks' }],
    ['by an address of another platform', { url: 'https://x.com/drinks' }],
    ['by the address of a post', { url: 'https://www.youtube.com/watch?v=abcdefghijk' }],
    ['at an unknown platform', { platform: 'MYSPACE', handle: 'drinks' }],
  ])('an account cannot be added %s', async (_, body) => {
    const owner = await anOwner();
    refused(await add(owner, await aFactory(owner), body), 'VALIDATION_FAILED');
  });

  test('an account at a platform without posts cannot be added', async () => {
    const owner = await anOwner();
    const refusal = await add(owner, await aFactory(owner), { platform: 'KICK', handle: 'drinks' });
    refused(refusal, 'WRITE_NOT_AVAILABLE_FOR_FEATURE');
  });

  test('an account that the factory has is refused with its id, also after concurrent requests', async () => {
    const owner = await anOwner();
    const factory = await aFactory(owner);
    const both = await Promise.all(['drinks', '@DRINKS'].map((handle) => add(owner, factory, { handle })));
    const [added, refusal] = both.sort((one, other) => one.status - other.status);
    expect(refusal?.body).toMatchObject({
      ...{ code: 'INVALID_STATE', status: 'ACCOUNT_EXISTS', existingId: added?.body.data.id },
    });
  });

  test('a factory has at most five hundred accounts', async () => {
    const owner = await anOwner();
    const factory = await aFactory(owner);
    await market.pool.query(
      `insert into factory_accounts (factory_id, platform, handle, mode, status, created_at)
       select $1, 'TWITCH', 'drinks' || n, 'ACCOUNT', 'PENDING', now() from generate_series(1, 499) n`,
      [factory.id],
    );
    const both = await Promise.all(
      ['one1', 'two2'].map((handle) => add(owner, factory, { platform: 'TWITCH', handle })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body.status).toBe('LIMIT_REACHED');
  });

  test('an account cannot be added to the factory of another user', async () => {
    const factory = await aFactory(await anOwner());
    refused(await add(await anOwner(), factory, { handle: 'drinks' }), 'RESOURCE_NOT_FOUND');
  });
});

describe('an account at a platform that shows posts only to connected accounts', () => {
  const ofTikTok = (handle: string) => ({ platform: 'TIKTOK', handle });

  test('an account that nobody has connected is refused', async () => {
    const owner = await anOwner();
    const refusal = await add(owner, await aFactory(owner), ofTikTok('drinks.daily'));
    refused(refusal, 'INVALID_STATE');
    expect(refusal.body).toMatchObject({ status: 'GRANT_REQUIRED', allowedActions: ['connections'] });
  });

  test('a connected account is added for its owner, and for others only with consent', async () => {
    const owner = await anOwner();
    const handle = aHandle().replace('-', '');
    dataOf(await owner.api.patch('/me', { roles: ['ADVERTISER', 'CREATOR'] }));
    await connect(owner, handle, { platform: 'TIKTOK' });
    dataOf(await add(owner, await aFactory(owner), ofTikTok(handle)), 201);
    const other = await anOwner();
    const factory = await aFactory(other);
    expect((await add(other, factory, ofTikTok(handle))).body.status).toBe('GRANT_REQUIRED');
    const account = (await owner.api.get('/social-accounts')).body.data[0];
    dataOf(await owner.api.put(`/social-accounts/${account.id}/sharing`, { enabled: true }));
    dataOf(await add(other, factory, ofTikTok(handle)), 201);
  });
});

describe('a removed account', () => {
  test('an account is removed with its posts and tags', async () => {
    const owner = await anOwner();
    const factory = await aFactory(owner);
    const account = dataOf(await add(owner, factory, { handle: 'drinks' }), 201);
    await market.pool.query(
      `with post as (
         insert into factory_posts (factory_id, account_id, platform, content_id, published_at, found_at)
         values ($1, $2, 'YOUTUBE', 'abcdefghijk', now(), now())), tag as (
         insert into tags (owner_id, name, created_at) values ($3, 'tea', now()) returning id)
       insert into factory_account_tags (account_id, tag_id) select $2, id from tag`,
      [factory.id, account.id, owner.userId],
    );
    const removed = dataOf(await owner.api.delete(`/factories/${factory.id}/accounts/${account.id}`));
    expect(removed).toMatchObject({ id: account.id, posts: 1, tags: [{ id: expect.any(Number), name: 'tea' }] });
    const { rows } = await market.pool.query(
      `select (select count(*) from factory_accounts where factory_id = $1) + (select count(*) from factory_posts where factory_id = $1) as left`,
      [factory.id],
    );
    expect(Number(rows[0].left)).toBe(0);
    refused(await owner.api.delete(`/factories/${factory.id}/accounts/${account.id}`), 'RESOURCE_NOT_FOUND');
    dataOf(await add(owner, factory, { handle: 'drinks' }), 201);
  });

  test('an account of another factory or user is not removed', async () => {
    const owner = await anOwner();
    const [factory, second] = [await aFactory(owner), await aFactory(owner)];
    const { id } = dataOf(await add(owner, factory, { handle: 'drinks' }), 201);
    refused(await owner.api.delete(`/factories/${second.id}/accounts/${id}`), 'RESOURCE_NOT_FOUND');
    refused(await (await anOwner()).api.delete(`/factories/${factory.id}/accounts/${id}`), 'RESOURCE_NOT_FOUND');
  });
});
