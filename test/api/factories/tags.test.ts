import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxTags } from '../../../schema/factories/factory-terms.ts';
import type { Reply } from '../../support/client.ts';
import { refused } from '../../support/contract/expectations.ts';
import { aFactory, tagsOf } from '../../support/factory-tags.ts';
import { heldLocksOf } from '../../support/held-locks.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import type { Person } from '../../support/market/people.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aGroup, anOwner, aTag, groupsIn, listed, tagsNamed } = tagsOf(baseUrl, market);
const locks = heldLocksOf(market);
afterAll(() => market.close());

let stranger: Person;
beforeAll(async () => {
  stranger = await anOwner();
});

/** Adds accounts with the tag to a factory. */
async function addAccounts(factoryId: number, tagId: number, count: number): Promise<void> {
  await market.pool.query(
    `with added as (insert into factory_accounts (factory_id, platform, handle, mode, status, created_at)
       select $1::bigint, 'YOUTUBE', 'account-' || $2 || '-' || n, 'ACCOUNT', 'PENDING', now() from generate_series(1, $3::int) n returning id)
     insert into factory_account_tags (account_id, tag_id) select id, $2::bigint from added`,
    [factoryId, tagId, count],
  );
}

const deleteFactory = (id: number) => market.pool.query('update factories set deleted_at = now() where id = $1', [id]);

describe('a tag', () => {
  test('a new tag has its name and no accounts, and the list is sorted by name regardless of case', async () => {
    const owner = await anOwner();
    expect(await listed(owner)).toEqual({ data: [], nextCursor: null });
    const tag = await aTag(owner, 'music');
    expect(tag).toEqual({ id: expect.any(Number), name: 'music', accounts: 0 });
    const [games, art] = await tagsNamed(owner, 'Games', 'art');
    expect(await listed(owner)).toEqual({
      data: [{ id: art, name: 'art', accounts: 0 }, { id: games, name: 'Games', accounts: 0 }, tag],
      nextCursor: null,
    });
  });

  test('pages of the list have each tag once, and a cursor of another user is refused', async () => {
    const owner = await anOwner();
    const [second, third, first] = await tagsNamed(owner, 'B', 'c', 'a');
    const page = await listed(owner, '?limit=2');
    expect([page.data.map(({ id }: { id: number }) => id), page.nextCursor]).toEqual([[first, second], String(second)]);
    expect(await listed(owner, `?limit=2&cursor=${page.nextCursor}`)).toMatchObject({
      data: [{ id: third }],
      nextCursor: null,
    });
    refused(await stranger.keyed.get(`/factories/tags?cursor=${second}`), 'INVALID_CURSOR');
  });

  test('a name that differs only in case returns 409 with the id of the tag, and another user can use it', async () => {
    const owner = await anOwner();
    const { id } = await aTag(owner, 'Éclairs');
    expect(refused(await owner.api.post('/factories/tags', { name: 'éCLAIRS' }), 'INVALID_STATE')).toMatchObject({
      ...{ status: 'TAG_EXISTS', existingId: id, allowedActions: [] },
    });
    await aTag(stranger, 'Éclairs');
    expect((await listed(owner)).data).toHaveLength(1);
  });

  test('of two concurrent creations with one name, one makes the tag and the other returns its id', async () => {
    const owner = await anOwner();
    const create = (name: string) => () => owner.api.post('/factories/tags', { name }, { key: null });
    const [first, second] = await locks.inOrder(owner.userId, [create('Music'), create('MUSIC')]);
    const { id } = dataOf(first as Reply, 201);
    expect(refused(second as Reply, 'INVALID_STATE')).toMatchObject({ status: 'TAG_EXISTS', existingId: id });
  });

  test('ten concurrent creations by a user with 195 tags end with 200 tags', async () => {
    const owner = await anOwner();
    await market.pool.query(
      `insert into tags (owner_id, name, created_at) select $1::bigint, 'tag ' || n, now() from generate_series(1, $2::int) n`,
      [owner.userId, maxTags - 5],
    );
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => owner.api.post('/factories/tags', { name: `new ${n}` })),
    );
    const refusals = replies.filter(({ status }) => status !== 201);
    expect(refusals).toHaveLength(5);
    for (const reply of refusals) expect(refused(reply, 'INVALID_STATE').status).toBe('LIMIT_REACHED');
    expect(await market.one('select count(*)::int from tags where owner_id = $1', [owner.userId])).toEqual({
      count: maxTags,
    });
  });

  test('its number of accounts is that of the factories that are not deleted', async () => {
    const owner = await anOwner();
    const [factoryId, deletedId] = [await aFactory(market, owner.userId), await aFactory(market, owner.userId)];
    const { id } = await aTag(owner, 'Music');
    await addAccounts(factoryId, id, 2);
    await addAccounts(deletedId, id, 3);
    await deleteFactory(deletedId);
    expect((await listed(owner)).data).toEqual([{ id, name: 'Music', accounts: 2 }]);
  });

  test('a deleted tag disappears from accounts and groups, and a repeated request gets the same answer', async () => {
    const owner = await anOwner();
    const factoryId = await aFactory(market, owner.userId);
    const [id = 0, other = 0] = await tagsNamed(owner, 'Music', 'Games');
    await addAccounts(factoryId, id, 1);
    await aGroup(owner, factoryId, 'Fun', [id, other]);
    const key = crypto.randomUUID();
    const deleted = await owner.api.delete(`/factories/tags/${id}`, { key });
    expect(dataOf(deleted)).toEqual({ id, name: 'Music', accounts: 1 });
    expect((await owner.api.delete(`/factories/tags/${id}`, { key })).text).toBe(deleted.text);
    refused(await owner.api.delete(`/factories/tags/${id}`), 'RESOURCE_NOT_FOUND');
    expect((await groupsIn(owner, factoryId)).data).toMatchObject([{ tags: [{ id: other }] }]);
    expect((await listed(owner)).data).toMatchObject([{ id: other }]);
    await aTag(owner, 'Music');
  });

  test('a tag that an account gets during its deletion is deleted from this account too', async () => {
    const owner = await anOwner();
    const { id } = await aTag(owner, 'Music');
    const factoryId = await aFactory(market, owner.userId);
    const [deleted] = await locks.during(
      `with added as (insert into factory_accounts (factory_id, platform, handle, mode, status, created_at)
         values ($1, 'YOUTUBE', 'late', 'ACCOUNT', 'PENDING', now()) returning id)
       insert into factory_account_tags (account_id, tag_id) select id, $2 from added`,
      [factoryId, id],
      [() => owner.api.delete(`/factories/tags/${id}`)],
    );
    expect(deleted?.status).toBe(200);
    expect(await market.one('select count(*)::int from factory_account_tags where tag_id = $1', [id])).toEqual({
      count: 0,
    });
  });

  test('another user cannot delete a tag, and a key cannot create one', async () => {
    const owner = await anOwner();
    const { id } = await aTag(owner, 'Music');
    refused(await stranger.api.delete(`/factories/tags/${id}`), 'RESOURCE_NOT_FOUND');
    refused(await owner.keyed.post('/factories/tags', { name: 'Games' }), 'METHOD_NOT_ALLOWED');
    expect((await listed(owner)).data).toHaveLength(1);
  });
});
