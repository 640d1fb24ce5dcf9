import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { Reply } from '../../support/client.ts';
import { refused } from '../../support/contract/expectations.ts';
import { tagsOf } from '../../support/factory-tags.ts';
import { heldLocksOf } from '../../support/held-locks.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { factoriesOf } from '../../support/market/factories.ts';
import { marketOf } from '../../support/market/market.ts';
import type { Person } from '../../support/market/people.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { anOwner, anOwnFactory, listed, tagsNamed } = tagsOf(baseUrl, market);
const { add } = factoriesOf(baseUrl);
const locks = heldLocksOf(market);
afterAll(() => market.close());

const tagsAt = (factoryId: number, accountId: number) => `/factories/${factoryId}/accounts/${accountId}/tags`;
const linksOf = async (accountId: number): Promise<number[]> =>
  (
    await market.pool.query(
      'select tag_id::int as id from factory_account_tags where account_id = $1 order by tag_id',
      [accountId],
    )
  ).rows.map(({ id }) => id);

async function anAccount(owner: Person, factoryId: number): Promise<number> {
  const handle = `tagged-${randomBytes(4).toString('hex')}`;
  return dataOf(await add(owner, { id: factoryId }, { handle }), 201).id;
}

async function anOwnAccount() {
  const { owner, factoryId } = await anOwnFactory();
  const accountId = await anAccount(owner, factoryId);
  return { owner, factoryId, accountId, path: tagsAt(factoryId, accountId) };
}

describe('the tags of an account', () => {
  test('an account has exactly the given tags, sorted by name, and its other tags are removed', async () => {
    const { owner, accountId, path } = await anOwnAccount();
    const [music = 0, games = 0, art = 0] = await tagsNamed(owner, 'Music', 'Games', 'art');
    dataOf(await owner.api.put(path, { tagIds: [music] }));
    const account = dataOf(await owner.api.put(path, { tagIds: [games, art] }));
    expect(account).toMatchObject({
      ...{ id: accountId, status: 'PENDING' },
      tags: [
        { id: art, name: 'art' },
        { id: games, name: 'Games' },
      ],
    });
    expect((await listed(owner)).data).toMatchObject([{ accounts: 1 }, { accounts: 1 }, { id: music, accounts: 0 }]);
    expect(dataOf(await owner.api.put(path, { tagIds: [] })).tags).toEqual([]);
    expect(await linksOf(accountId)).toEqual([]);
  });

  test('a repeated request gets the same answer, also after the tags were replaced again', async () => {
    const { owner, accountId, path } = await anOwnAccount();
    const [music = 0, games = 0] = await tagsNamed(owner, 'Music', 'Games');
    const key = crypto.randomUUID();
    const first = await owner.api.put(path, { tagIds: [music] }, { key });
    dataOf(await owner.api.put(path, { tagIds: [games] }));
    expect((await owner.api.put(path, { tagIds: [music] }, { key })).text).toBe(first.text);
    expect(await linksOf(accountId)).toEqual([games]);
  });

  test('a repeated id, or an id that is not a tag of the caller, is refused, and nothing changes', async () => {
    const { owner, accountId, path } = await anOwnAccount();
    const [music = 0] = await tagsNamed(owner, 'Music');
    const [foreign = 0] = await tagsNamed(await anOwner(), 'Music');
    dataOf(await owner.api.put(path, { tagIds: [music] }));
    refused(await owner.api.put(path, { tagIds: [music, foreign] }), 'RESOURCE_NOT_FOUND');
    refused(await owner.api.put(path, { tagIds: [music, music] }), 'VALIDATION_FAILED');
    expect(await linksOf(accountId)).toEqual([music]);
  });

  test('accounts of another user or another factory, and removed accounts, are not found', async () => {
    const { owner, factoryId, accountId, path } = await anOwnAccount();
    const stranger = await anOwnFactory();
    refused(await stranger.owner.api.put(path, { tagIds: [] }), 'RESOURCE_NOT_FOUND');
    refused(await owner.api.put(tagsAt(stranger.factoryId, accountId), { tagIds: [] }), 'RESOURCE_NOT_FOUND');
    dataOf(await owner.api.delete(`/factories/${factoryId}/accounts/${accountId}`));
    refused(await owner.api.put(path, { tagIds: [] }), 'RESOURCE_NOT_FOUND');
  });

  test('an account that gets a tag before the deletion of the tag loses it', async () => {
    const { owner, accountId, path } = await anOwnAccount();
    const [music = 0] = await tagsNamed(owner, 'Music');
    const replies = await locks.inOrder(owner.userId, [
      () => owner.api.put(path, { tagIds: [music] }, { key: null }),
      () => owner.api.delete(`/factories/tags/${music}`, { key: null }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await linksOf(accountId)).toEqual([]);
  });

  test('a tag that is deleted first is refused', async () => {
    const { owner, accountId, path } = await anOwnAccount();
    const [music = 0, games = 0] = await tagsNamed(owner, 'Music', 'Games');
    dataOf(await owner.api.put(path, { tagIds: [games] }));
    const [deleted, refusal] = await locks.inOrder(owner.userId, [
      () => owner.api.delete(`/factories/tags/${music}`, { key: null }),
      () => owner.api.put(path, { tagIds: [games, music] }, { key: null }),
    ]);
    expect(deleted?.status).toBe(200);
    refused(refusal as Reply, 'RESOURCE_NOT_FOUND');
    expect(await linksOf(accountId)).toEqual([games]);
  });

  test('an account that is removed first is not found', async () => {
    const { owner, factoryId, accountId, path } = await anOwnAccount();
    const [removed, refusal] = await locks.during(
      'select from factories where id = $1 for no key update',
      [factoryId],
      [
        () => owner.api.delete(`/factories/${factoryId}/accounts/${accountId}`, { key: null }),
        () => owner.api.put(path, { tagIds: [] }, { key: null }),
      ],
    );
    expect(removed?.status).toBe(200);
    refused(refusal as Reply, 'RESOURCE_NOT_FOUND');
  });
});
