import { afterAll, describe, expect, test } from 'vitest';
import type { Reply } from '../../support/client.ts';
import { refused } from '../../support/contract/expectations.ts';
import { tagsOf } from '../../support/factory-tags.ts';
import { heldLocksOf } from '../../support/held-locks.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { factoriesOf } from '../../support/market/factories.ts';
import { marketOf } from '../../support/market/market.ts';
import type { Person } from '../../support/market/people.ts';
import { aVideo, aVideoId, watchUrl } from '../../support/market/posts.ts';
import { aHandle } from '../../support/market/sellers.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { anOwner, aFactory, add } = factoriesOf(baseUrl);
const { tagsNamed } = tagsOf(baseUrl, market);
const locks = heldLocksOf(market);
const simulator = simulatorOf(shared.socialUrl);
afterAll(() => market.close());

type Factory = Reply['body'];

const postsAt = ({ id }: Factory) => `/factories/${id}/posts`;
const addPost = (owner: Person, factory: Factory, url: string, options?: { key: null }) =>
  owner.api.post(postsAt(factory), { url }, options);
const accountsOf = async ({ id }: Factory) =>
  (
    await market.pool.query(
      `select id::int, handle, external_id as "externalId", title, mode, status, turn, posts, due_at is not null as "isDue"
       from factory_accounts where factory_id = $1 order by id`,
      [id],
    )
  ).rows;

/** A factory, and an account at the simulator that has published these posts. */
async function aWatch(count = 1, changes: object = {}) {
  const owner = await anOwner();
  const handle = aHandle();
  const videoIds = Array.from({ length: count }, aVideoId);
  await simulator.change(handle, { title: 'Drinks, daily', posts: videoIds.map((id) => aVideo(id, changes)) });
  const [videoId = ''] = videoIds;
  return { owner, handle, videoIds, videoId, factory: await aFactory(owner) };
}

describe('a post that is added by its address', () => {
  test('a post has no metrics before its first scan, and its account is LISTED and due at once', async () => {
    const { owner, handle, videoId, factory } = await aWatch(1, { title: 'Iced #tea', durationSeconds: 90 });
    const post = dataOf(await addPost(owner, factory, `https://youtu.be/${videoId}`), 201);
    const [account] = await accountsOf(factory);
    expect(account).toEqual({
      ...{ id: post.factoryAccountId, handle, externalId: simulator.externalIdOf(handle), title: 'Drinks, daily' },
      ...{ mode: 'LISTED', status: 'ACTIVE', turn: 'SCAN', posts: 1, isDue: true },
    });
    const none = { measuredPosts: 0, totalPosts: 1 };
    expect(post).toEqual({
      ...{ id: expect.any(Number), factoryAccountId: account.id, platform: 'YOUTUBE', url: watchUrl(videoId) },
      ...{ title: 'Iced #tea', coverUrl: null, durationSeconds: 90, hashtags: ['tea'] },
      ...{ publishedAt: expect.any(String), lastScannedAt: null },
      metrics: {
        ...{ views: null, likes: null, comments: null, er: null, saves: null, updatedAt: null, savesUpdatedAt: null },
        ...{ erCoverage: none, savesCoverage: none },
      },
      ...{ source: null, viewDefinition: null },
      ...{ reasons: {}, history: [], snapshotBaseline: null, tags: [], flags: [] },
    });
    expect((await owner.keyed.get('/factories')).body.data).toMatchObject([{ accounts: 1, posts: 1 }]);
  });

  test('a second post of an account is added to the same account, with its tags', async () => {
    const { owner, videoIds, factory } = await aWatch(2);
    const [first = '', second = ''] = videoIds;
    const { factoryAccountId } = dataOf(await addPost(owner, factory, watchUrl(first)), 201);
    const [music] = await tagsNamed(owner, 'Music');
    dataOf(await owner.api.put(`/factories/${factory.id}/accounts/${factoryAccountId}/tags`, { tagIds: [music] }));
    const post = dataOf(await addPost(owner, factory, watchUrl(second)), 201);
    expect(post).toMatchObject({ factoryAccountId, tags: [{ id: music, name: 'Music' }] });
    expect(await accountsOf(factory)).toMatchObject([{ posts: 2, mode: 'LISTED' }]);
  });

  test('a post of a watched account that is still PENDING is added to this account', async () => {
    const { owner, handle, videoId, factory } = await aWatch();
    const account = dataOf(await add(owner, factory, { handle }), 201);
    const post = dataOf(await addPost(owner, factory, watchUrl(videoId)), 201);
    expect(post.factoryAccountId).toBe(account.id);
    expect(await accountsOf(factory)).toMatchObject([
      { mode: 'ACCOUNT', status: 'PENDING', turn: 'LISTING', posts: 1 },
    ]);
  });

  test('a repeated request gets the same answer', async () => {
    const { owner, videoId, factory } = await aWatch(1, { title: 'Iced #tea' });
    const key = crypto.randomUUID();
    const send = () => owner.api.post(postsAt(factory), { url: watchUrl(videoId) }, { key });
    const first = await send();
    expect(first.status).toBe(201);
    expect((await send()).body).toEqual(first.body);
    const { rows } = await market.pool.query('select body from idempotency_keys where key = $1', [key]);
    expect(rows.map(({ body }) => body.includes('Iced'))).toEqual([false]);
  });

  test('a post that the factory has is refused with its id, also after concurrent requests', async () => {
    const { owner, videoId, factory } = await aWatch();
    const add = () => addPost(owner, factory, watchUrl(videoId), { key: null });
    const [first, second] = await locks.during(
      'select from factories where id = $1 for no key update',
      [factory.id],
      [add, add],
    );
    const [added, refusal] = [first, second].sort((a, b) => (a?.status ?? 0) - (b?.status ?? 0));
    const { id } = dataOf(added as Reply, 201);
    expect(refused(refusal as Reply, 'INVALID_STATE')).toMatchObject({ status: 'POST_EXISTS', existingId: id });
    expect(await accountsOf(factory)).toMatchObject([{ posts: 1 }]);
  });

  test('two concurrent posts of a new account create one account', async () => {
    const { owner, videoIds, factory } = await aWatch(2);
    const added = await locks.during(
      'select from factories where id = $1 for no key update',
      [factory.id],
      videoIds.map((id) => () => addPost(owner, factory, watchUrl(id), { key: null })),
    );
    expect(added.map(({ status }) => status)).toEqual([201, 201]);
    expect(await accountsOf(factory)).toMatchObject([{ mode: 'LISTED', posts: 2 }]);
  });

  test.each([
    ['that does not exist', 'GONE'],
    ['that is private', 'PRIVATE'],
    ['that is unlisted', 'UNLISTED'],
    ['that is not published yet', 'UPCOMING'],
  ])('a post %s is refused, and nothing changes', async (_, state) => {
    const { owner, videoId, factory } = await aWatch(1, state === 'GONE' ? {} : { state });
    refused(await addPost(owner, factory, watchUrl(state === 'GONE' ? 'nobody00000' : videoId)), 'INVALID_PROOF');
    expect(await accountsOf(factory)).toEqual([]);
  });

  test.each([
    ['of an account', 'https://www.youtube.com/@drinks'],
    ['of another site', 'https://example.com/watch?v=abcdefghijk'],
    ['that is not encrypted', 'http://www.youtube.com/watch?v=abcdefghijk'],
  ])('an address %s is refused', async (_, url) => {
    const owner = await anOwner();
    refused(await addPost(owner, await aFactory(owner), url), 'VALIDATION_FAILED');
  });

  test('a post of a platform without posts, and a clip, are refused', async () => {
    const owner = await anOwner();
    const factory = await aFactory(owner);
    const kick = 'https://kick.com/drinks/videos/0b0c9f0e-7d3b-4c7e-9a75-3d9b4d3e2a11';
    refused(await addPost(owner, factory, kick), 'WRITE_NOT_AVAILABLE_FOR_FEATURE');
    refused(await addPost(owner, factory, 'https://clips.twitch.tv/FunnyTeaKappa'), 'INVALID_PROOF');
  });

  test('a post of a paused factory is not due', async () => {
    const { owner, videoId, factory } = await aWatch();
    dataOf(await owner.api.patch(`/factories/${factory.id}`, { expectedVersion: 1, status: 'PAUSED' }));
    dataOf(await addPost(owner, factory, watchUrl(videoId)), 201);
    expect(await accountsOf(factory)).toMatchObject([{ turn: 'SCAN', isDue: false }]);
  });

  test('a post cannot be added to the factory of another user', async () => {
    const { videoId, factory } = await aWatch();
    refused(await addPost(await anOwner(), factory, watchUrl(videoId)), 'RESOURCE_NOT_FOUND');
  });

  test.each([
    ['five hundred accounts', 500, 0, 0],
    ['fifty thousand posts', 1, 50_000, 0],
    ['five hundred tracked posts of the account', 0, 0, 500],
  ])('a post is refused by a factory with %s', async (_, accounts, posts, own) => {
    const { owner, videoIds, factory } = await aWatch(2);
    const [first = '', second = ''] = videoIds;
    const { factoryAccountId } =
      own === 0 ? { factoryAccountId: null } : dataOf(await addPost(owner, factory, watchUrl(first)), 201);
    await market.pool.query(
      `insert into factory_accounts (factory_id, platform, handle, mode, status, posts, created_at)
       select $1, 'TWITCH', 'drinks' || n, 'ACCOUNT', 'PENDING', $3, now() from generate_series(1, $2::int) n`,
      [factory.id, accounts, posts],
    );
    await market.pool.query(
      `insert into factory_posts (factory_id, account_id, platform, content_id, published_at, found_at)
       select $1, $2, 'YOUTUBE', 'other' || n, now(), now() from generate_series(2, $3::int) n`,
      [factory.id, factoryAccountId, own],
    );
    const refusal = refused(await addPost(owner, factory, watchUrl(second)), 'INVALID_STATE');
    expect(refusal.status).toBe('LIMIT_REACHED');
  });

  test('an account in mode LISTED changes to mode ACCOUNT when the owner of the factory adds it', async () => {
    const { owner, handle, videoId, factory } = await aWatch();
    const { factoryAccountId } = dataOf(await addPost(owner, factory, watchUrl(videoId)), 201);
    const account = dataOf(await add(owner, factory, { handle: `@${handle.toUpperCase()}` }), 201);
    expect(account).toMatchObject({ id: factoryAccountId, mode: 'ACCOUNT', status: 'ACTIVE', posts: 1 });
    expect(await accountsOf(factory)).toMatchObject([{ mode: 'ACCOUNT', turn: 'LISTING', posts: 1, isDue: true }]);
    const refusal = refused(await add(owner, factory, { handle }), 'INVALID_STATE');
    expect(refusal).toMatchObject({ status: 'ACCOUNT_EXISTS', existingId: factoryAccountId });
  });
});

describe('a removed post', () => {
  const remove = (owner: Person, factory: Factory, id: number) => owner.api.delete(`${postsAt(factory)}/${id}`);

  test('posts of a listed account are removed one by one, and the account with the last one', async () => {
    const { owner, videoIds, factory } = await aWatch(2);
    const posts = [];
    for (const id of videoIds) posts.push(dataOf(await addPost(owner, factory, watchUrl(id)), 201));
    const removed = [];
    for (const { id } of posts) removed.push(dataOf(await remove(owner, factory, id)));
    expect(removed).toMatchObject(
      posts.map(({ id, factoryAccountId, url }, n) => ({ id, factoryAccountId, url, isAccountRemoved: n === 1 })),
    );
    expect(await accountsOf(factory)).toEqual([]);
    refused(await remove(owner, factory, posts[0].id), 'RESOURCE_NOT_FOUND');
  });

  test('the last two posts of an account that are removed at once remove the account', async () => {
    const { owner, videoIds, factory } = await aWatch(2);
    const ids = [];
    for (const id of videoIds) ids.push(dataOf(await addPost(owner, factory, watchUrl(id)), 201).id);
    const removed = await locks.during(
      'select from factories where id = $1 for no key update',
      [factory.id],
      ids.map((id) => () => remove(owner, factory, id)),
    );
    expect(removed.map((reply) => dataOf(reply).isAccountRemoved).sort()).toEqual([false, true]);
    expect(await accountsOf(factory)).toEqual([]);
  });

  test('a post of an account in mode ACCOUNT is not removed', async () => {
    const { owner, handle, videoId, factory } = await aWatch();
    dataOf(await add(owner, factory, { handle }), 201);
    const { id } = dataOf(await addPost(owner, factory, watchUrl(videoId)), 201);
    expect(refused(await remove(owner, factory, id), 'INVALID_STATE').message).toContain('Remove the account');
  });

  test('a post of another user or another factory is not found', async () => {
    const { owner, videoId, factory } = await aWatch();
    const { id } = dataOf(await addPost(owner, factory, watchUrl(videoId)), 201);
    refused(await remove(owner, await aFactory(owner), id), 'RESOURCE_NOT_FOUND');
    refused(await remove(await anOwner(), factory, id), 'RESOURCE_NOT_FOUND');
  });
});
