import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxTagGroups } from '../../../schema/factories/factory-terms.ts';
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
const { aGroup, anOwner, anOwnFactory, groupsAt, groupsIn, listed, tagsNamed } = tagsOf(baseUrl, market);
const locks = heldLocksOf(market);
afterAll(() => market.close());

let stranger: Person;
beforeAll(async () => {
  stranger = await anOwner();
});

const deletion = 'update factories set deleted_at = now() where id = $1';

describe('a tag group', () => {
  test('groups are listed by name, each with its tags by name', async () => {
    const { owner, factoryId } = await anOwnFactory();
    const [music = 0, games = 0, art = 0] = await tagsNamed(owner, 'Music', 'Games', 'art');
    const loud = await aGroup(owner, factoryId, 'Loud', [music, games]);
    expect(loud).toEqual({
      id: expect.any(Number),
      name: 'Loud',
      tags: [
        { id: games, name: 'Games' },
        { id: music, name: 'Music' },
      ],
    });
    const calm = await aGroup(owner, factoryId, 'calm', [art, music]);
    await aGroup(owner, await aFactory(market, owner.userId), 'Elsewhere', [art]);
    expect(await groupsIn(owner, factoryId)).toEqual({ data: [calm, loud], nextCursor: null });
    expect(await groupsIn(owner, factoryId, '?limit=1')).toEqual({ data: [calm], nextCursor: String(calm.id) });
    expect(await groupsIn(owner, factoryId, `?limit=1&cursor=${calm.id}`)).toEqual({ data: [loud], nextCursor: null });
  });

  test('a replaced group has its new name and its new tags alone', async () => {
    const { owner, factoryId } = await anOwnFactory();
    const [music = 0, games = 0] = await tagsNamed(owner, 'Music', 'Games');
    const { id } = await aGroup(owner, factoryId, 'Fun', [music]);
    const replaced = dataOf(await owner.api.put(`${groupsAt(factoryId)}/${id}`, { name: 'FUN', tagIds: [games] }));
    expect(replaced).toEqual({ id, name: 'FUN', tags: [{ id: games, name: 'Games' }] });
    expect((await groupsIn(owner, factoryId)).data).toEqual([replaced]);
  });

  test('a deleted group keeps its tags, and a repeated request gets the same answer', async () => {
    const { owner, factoryId } = await anOwnFactory();
    const [music = 0] = await tagsNamed(owner, 'Music');
    const group = await aGroup(owner, factoryId, 'Fun', [music]);
    const path = `${groupsAt(factoryId)}/${group.id}`;
    const key = crypto.randomUUID();
    const deleted = await owner.api.delete(path, { key });
    expect(dataOf(deleted)).toEqual(group);
    expect((await owner.api.delete(path, { key })).text).toBe(deleted.text);
    refused(await owner.api.delete(path), 'RESOURCE_NOT_FOUND');
    refused(await owner.api.put(path, { name: 'Fun', tagIds: [] }), 'RESOURCE_NOT_FOUND');
    expect((await groupsIn(owner, factoryId)).data).toEqual([]);
    expect((await listed(owner)).data).toMatchObject([{ id: music }]);
  });

  test('a name that differs only in case returns 409 with the id of the group, in the same factory alone', async () => {
    const { owner, factoryId } = await anOwnFactory();
    const { id } = await aGroup(owner, factoryId, 'Fun');
    const other = await aGroup(owner, factoryId, 'Work');
    const body = { name: 'fUN', tagIds: [] };
    for (const reply of [
      await owner.api.post(groupsAt(factoryId), body),
      await owner.api.put(`${groupsAt(factoryId)}/${other.id}`, body),
    ])
      expect(refused(reply, 'INVALID_STATE')).toMatchObject({ status: 'GROUP_EXISTS', existingId: id });
    await aGroup(owner, await aFactory(market, owner.userId), 'Fun');
  });

  test('an id that is no tag of the caller is refused with its path, and nothing changes', async () => {
    const { owner, factoryId } = await anOwnFactory();
    const [music = 0] = await tagsNamed(owner, 'Music');
    const [foreign = 0] = await tagsNamed(stranger, `Foreign ${factoryId}`);
    const group = await aGroup(owner, factoryId, 'Fun', [music]);
    const body = { name: 'Work', tagIds: [music, foreign] };
    for (const reply of [
      await owner.api.post(groupsAt(factoryId), body),
      await owner.api.put(`${groupsAt(factoryId)}/${group.id}`, body),
    ])
      refused(reply, 'RESOURCE_NOT_FOUND');
    refused(await owner.api.post(groupsAt(factoryId), { name: 'Work', tagIds: [music, music] }), 'VALIDATION_FAILED');
    expect((await groupsIn(owner, factoryId)).data).toEqual([group]);
  });

  test.each([
    ['of another user', async () => ({ owner: stranger, ...(await aForeignGroup()) })],
    ['that is deleted', aDeletedFactory],
  ])('a factory %s has no tag groups', async (_, arrange) => {
    const { owner, factoryId, groupId } = await arrange();
    const body = { name: 'Work', tagIds: [] };
    for (const reply of [
      await owner.keyed.get(groupsAt(factoryId)),
      await owner.api.post(groupsAt(factoryId), body),
      await owner.api.put(`${groupsAt(factoryId)}/${groupId}`, body),
      await owner.api.delete(`${groupsAt(factoryId)}/${groupId}`),
    ])
      refused(reply, 'RESOURCE_NOT_FOUND');
  });

  test('a group is not found in another factory of its owner', async () => {
    const { owner, factoryId } = await anOwnFactory();
    const { id } = await aGroup(owner, factoryId, 'Fun');
    const elsewhere = groupsAt(await aFactory(market, owner.userId));
    refused(await owner.api.delete(`${elsewhere}/${id}`), 'RESOURCE_NOT_FOUND');
    refused(await owner.keyed.get(`${elsewhere}?cursor=${id}`), 'INVALID_CURSOR');
  });

  test('a group is refused when its factory has fifty, also by requests at once', async () => {
    const { owner, factoryId } = await anOwnFactory();
    await market.pool.query(
      `insert into tag_groups (factory_id, name, created_at) select $1::bigint, 'group ' || n, now() from generate_series(1, $2::int) n`,
      [factoryId, maxTagGroups - 1],
    );
    const both = await Promise.all(
      ['Fun', 'Work'].map((name) => owner.api.post(groupsAt(factoryId), { name, tagIds: [] })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ status: 'LIMIT_REACHED' });
  });

  test('a group that is created before the deletion of its tag loses the tag', async () => {
    const { owner, factoryId } = await anOwnFactory();
    const [music = 0] = await tagsNamed(owner, 'Music');
    const [created, deleted] = await locks.inOrder(owner.userId, [
      () => owner.api.post(groupsAt(factoryId), { name: 'Fun', tagIds: [music] }, { key: null }),
      () => owner.api.delete(`/factories/tags/${music}`, { key: null }),
    ]);
    expect([created?.status, deleted?.status]).toEqual([201, 200]);
    expect((await groupsIn(owner, factoryId)).data).toMatchObject([{ name: 'Fun', tags: [] }]);
  });

  test.each(['post', 'put'] as const)('a %s of a group is refused when its tag is deleted first', async (method) => {
    const { owner, factoryId } = await anOwnFactory();
    const [music = 0] = await tagsNamed(owner, 'Music');
    const group = method === 'put' ? await aGroup(owner, factoryId, 'Fun') : null;
    const path = group === null ? groupsAt(factoryId) : `${groupsAt(factoryId)}/${group.id}`;
    const [deleted, refusal] = await locks.inOrder(owner.userId, [
      () => owner.api.delete(`/factories/tags/${music}`, { key: null }),
      () => owner.api[method](path, { name: 'Work', tagIds: [music] }, { key: null }),
    ]);
    expect(deleted?.status).toBe(200);
    refused(refusal as Reply, 'RESOURCE_NOT_FOUND');
    expect((await groupsIn(owner, factoryId)).data).toEqual(group === null ? [] : [group]);
  });

  test('a group is refused when its factory is deleted first', async () => {
    const { owner, factoryId } = await anOwnFactory();
    const create = () => owner.api.post(groupsAt(factoryId), { name: 'Fun', tagIds: [] });
    const [reply] = await locks.during(deletion, [factoryId], [create]);
    refused(reply as Reply, 'RESOURCE_NOT_FOUND');
  });
});

async function aForeignGroup() {
  const { owner, factoryId } = await anOwnFactory();
  return { factoryId, groupId: (await aGroup(owner, factoryId, 'Fun')).id };
}

async function aDeletedFactory() {
  const { owner, factoryId } = await anOwnFactory();
  const groupId = (await aGroup(owner, factoryId, 'Fun')).id;
  await market.pool.query(deletion, [factoryId]);
  return { owner, factoryId, groupId };
}
