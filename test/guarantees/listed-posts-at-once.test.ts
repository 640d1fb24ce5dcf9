import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { Reply } from '../support/client.ts';
import { creditsOf } from '../support/credits.ts';
import { tagsOf } from '../support/factory-tags.ts';
import { dataOf } from '../support/market/campaigns.ts';
import { factoriesOf } from '../support/market/factories.ts';
import { watchUrl } from '../support/market/posts.ts';
import { scansOf } from '../support/market/scans.ts';
import { pickerOf } from '../support/random-picks.ts';
import { simulatorOf } from '../support/simulator.ts';
import { countDeadlocks } from '../support/stack/deadlocks.ts';
import { depth } from '../support/stack/depth.ts';
import { type OwnMarket, ownMarket } from '../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket((started) => {
  own = started;
});
afterEach(async () => {
  expect(countDeadlocks(own.stack)).toBe(0);
  await own.market.expectSoundLedger();
});

/** An owner of a factory, and two accounts with five posts each, which nobody watches. */
async function aField() {
  const { anOwner, aFactory } = factoriesOf(own.stack.baseUrl);
  const owner = await anOwner();
  await creditsOf(own.market).addCredits(owner.userId, 200);
  const accounts = [];
  for (let n = 0; n < 2; n += 1) {
    const handle = `busy-${randomBytes(4).toString('hex')}`;
    await scansOf(own).publish(handle, 5);
    accounts.push({ handle, urls: [0, 1, 2, 3, 4].map((post) => watchUrl(`${handle.slice(-6)}0000${post}`)) });
  }
  return { owner, factory: await aFactory(owner), accounts };
}

/** Faults of the factory: counts that are not those of its posts, accounts without a reason to exist, and reserves without a scan. */
const faultsOf = async (factoryId: number, ownerId: number) =>
  (
    await own.market.pool.query(
      `select a.id::int, a.mode, a.posts, count(p.id)::int as found from factory_accounts a left join factory_posts p on p.account_id = a.id
       where a.factory_id = $1 group by a.id having a.posts <> count(p.id) or (a.mode = 'LISTED' and count(p.id) = 0)
       union all select id::int, platform, 0, 0 from factory_posts where factory_id = $1
         and not exists (select from factory_accounts where id = account_id)
       union all select 0, 'reserved', reserved::int, 0 from credit_accounts where owner_id = $2
         and reserved <> (select coalesce(sum(held), 0) from factory_scans where owner_id = $2 and status = 'OPEN')`,
      [factoryId, ownerId],
    )
  ).rows;

test('concurrent changes and scans of posts and accounts leave each account with exactly its own posts', async () => {
  const { some, oneOf } = pickerOf();
  const { add } = factoriesOf(own.stack.baseUrl);
  for (let round = 0; round < depth(2, 40); round += 1) {
    const { owner, factory, accounts } = await aField();
    const path = `/factories/${factory.id}`;
    const post = (url: string) => owner.api.post(`${path}/posts`, { url });
    const urls = accounts.flatMap((account) => account.urls);
    const added: Reply[] = [];
    for (const url of some(urls)) added.push(await post(url));
    const ids = added.map(({ body }) => body.data);
    const [first] = ids;
    const replies = await Promise.all([
      ...some(urls).map(post),
      ...some(ids).map(({ id }) => owner.api.delete(`${path}/posts/${id}`)),
      ...(first === undefined ? [] : [owner.api.delete(`${path}/accounts/${first.factoryAccountId}`)]),
      add(owner, factory, { handle: oneOf(accounts).handle }),
      own.control.run('take-due-factory-work').then(() => null),
    ]);
    const statuses = replies.map((reply) => reply?.status ?? 200);
    expect(statuses.filter((status) => ![200, 201, 404, 409].includes(status))).toEqual([]);
    expect(await faultsOf(factory.id, owner.userId)).toEqual([]);
    await own.control.run('take-due-factory-work');
    expect(await faultsOf(factory.id, owner.userId)).toEqual([]);
  }
});

test('two names of one account become one with its posts and tags, whatever else happens to it meanwhile', async () => {
  const { oneOf } = pickerOf();
  const { add } = factoriesOf(own.stack.baseUrl);
  const tags = tagsOf(own.stack.baseUrl, own.market);
  const simulator = simulatorOf(own.stack.socialUrl);
  for (let round = 0; round < depth(3, 40); round += 1) {
    const { owner, factory, accounts } = await aField();
    const { handle, urls } = oneOf(accounts);
    const path = `/factories/${factory.id}`;
    // Its name from before there were handles.
    const username = `old${randomBytes(4).toString('hex')}`;
    await scansOf(own).publish(handle, 5, { username });
    const tagIds = await tags.tagsNamed(owner, 'a', 'b', 'c');
    const isListed = round % 2 === 0;
    const first = isListed
      ? dataOf(await owner.api.post(`${path}/posts`, { url: urls[0] }), 201).factoryAccountId
      : dataOf(await add(owner, factory, { handle }), 201).id;
    if (!isListed) await own.control.run('take-due-factory-work');
    const { id: second } = dataOf(await add(owner, factory, { handle: `user/${username}` }), 201);
    const tag = (id: number, ids: readonly (number | undefined)[]) =>
      owner.api.put(`${path}/accounts/${id}/tags`, { tagIds: ids });
    expect([await tag(first, [tagIds[0]]), await tag(second, [tagIds[1]])].map(({ status }) => status)).toEqual([
      200, 200,
    ]);
    // The listing of the second account, the scan of the first one, and a request of the owner about one of both.
    const removal = () => owner.api.delete(`${path}/accounts/${second}`);
    const request = oneOf([
      () => tag(second, [tagIds[1], tagIds[2]]),
      () => owner.api.post(`${path}/posts`, { url: urls[1] }),
      removal,
    ]);
    const [reply] = await Promise.all([
      request(),
      own.control.run('take-due-factory-work'),
      own.control.deliver([{ kind: 'take-due-factory-work' }, { kind: 'take-due-factory-work' }]),
    ]);
    expect([200, 201, 404, 409]).toContain(reply.status);
    await own.control.run('take-due-factory-work');
    await own.control.run('take-due-factory-work');
    expect(await faultsOf(factory.id, owner.userId)).toEqual([]);
    const { rows } = await own.market.pool.query(
      `select id::int, mode, status, posts, external_id as "externalId",
         array(select tag_id::int from factory_account_tags where account_id = a.id) as tags
       from factory_accounts a where factory_id = $1`,
      [factory.id],
    );
    const wasRemoved = request === removal && reply.status === 200;
    const isWhole = !isListed || !wasRemoved;
    expect(rows).toMatchObject([
      {
        ...{ id: first, status: 'ACTIVE', externalId: simulator.externalIdOf(handle) },
        ...(isWhole && { mode: 'ACCOUNT', posts: 5 }),
      },
    ]);
    if (!wasRemoved) expect(rows[0].tags).toEqual(expect.arrayContaining(tagIds.slice(0, 2)));
  }
});
