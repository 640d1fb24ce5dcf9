import { afterEach, expect, test } from 'vitest';
import { tagsOf } from '../support/factory-tags.ts';
import { factoriesOf } from '../support/market/factories.ts';
import type { Person } from '../support/market/people.ts';
import { pickerOf } from '../support/random-picks.ts';
import { countDeadlocks } from '../support/stack/deadlocks.ts';
import { depth } from '../support/stack/depth.ts';
import { type OwnMarket, ownMarket } from '../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket((started) => {
  own = started;
});
afterEach(() => expect(countDeadlocks(own.stack)).toBe(0));

/** An owner of two factories with accounts, and tags. */
async function aField() {
  const tags = tagsOf(own.stack.baseUrl, own.market);
  const { aFactory, add } = factoriesOf(own.stack.baseUrl);
  const owner = await tags.anOwner();
  const accounts: { factoryId: number; id: number }[] = [];
  for (let n = 0; n < 2; n += 1) {
    const factory = await aFactory(owner);
    for (const handle of ['first', 'second', 'third'])
      accounts.push({ factoryId: factory.id, id: (await add(owner, factory, { handle })).body.data.id });
  }
  return { owner, accounts, tagIds: await tags.tagsNamed(owner, ...['a', 'b', 'c', 'd', 'e', 'f']) };
}

/** The tags of each account that has some, as the database has them. */
const linked = async ({ userId }: Person): Promise<Record<string, number[]>> => {
  const { rows } = await own.market.pool.query(
    `select account_id as account, array_agg(tag_id::int order by tag_id) as tags from factory_account_tags
     where tag_id in (select id from tags where owner_id = $1) group by account_id`,
    [userId],
  );
  return Object.fromEntries(rows.map(({ account, tags }) => [account, tags]));
};

test('concurrent replacements and deletions of tags and accounts leave each account with one of the requested sets of tags', async () => {
  const { some, oneOf } = pickerOf();
  for (let round = 0; round < depth(2, 40); round += 1) {
    const { owner, accounts, tagIds } = await aField();
    const requested = accounts.map(() => some(tagIds));
    const replaced = accounts.flatMap(({ factoryId, id }, n) => [
      owner.api.put(`/factories/${factoryId}/accounts/${id}/tags`, { tagIds: requested[n] }),
      owner.api.put(`/factories/${factoryId}/accounts/${id}/tags`, { tagIds: [] }),
    ]);
    const groups = some(accounts).map(({ factoryId, id }) =>
      owner.api.post(`/factories/${factoryId}/tag-groups`, { name: `group ${id}`, tagIds: some(tagIds) }),
    );
    const deletedTag = oneOf(tagIds);
    const removed = oneOf(accounts);
    const deletions = [
      owner.api.delete(`/factories/tags/${deletedTag}`),
      owner.api.delete(`/factories/${removed.factoryId}/accounts/${removed.id}`),
    ];
    const statuses = (await Promise.all([...replaced, ...groups, ...deletions])).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 201, 400, 404].includes(status))).toEqual([]);
    expect(statuses.slice(-2)).toEqual([200, 200]);
    const links = await linked(owner);
    expect(links[removed.id]).toBeUndefined();
    for (const [n, { id }] of accounts.entries()) {
      const whole = requested[n] ?? [];
      const allowed = [[], whole, whole.filter((tag) => tag !== deletedTag)].map((set) => JSON.stringify(set));
      expect(allowed).toContain(JSON.stringify(links[id] ?? []));
    }
    expect(Object.values(links).flat()).not.toContain(deletedTag);
  }
});
