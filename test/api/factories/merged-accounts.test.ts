import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { creditsOf } from '../../support/credits.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { factoriesOf } from '../../support/market/factories.ts';
import type { Person } from '../../support/market/people.ts';
import { watchUrl } from '../../support/market/posts.ts';
import { scansOf } from '../../support/market/scans.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
let scans: ReturnType<typeof scansOf>;
ownMarket((started) => {
  own = started;
  scans = scansOf(own);
});

const hourMs = 3_600_000;
const factories = () => factoriesOf(own.stack.baseUrl);
const channelUrl = (handle: string) =>
  `https://www.youtube.com/channel/${simulatorOf(own.stack.socialUrl).externalIdOf(handle)}`;
const videoUrl = (handle: string, n: number) => watchUrl(`${handle.slice(-6)}0000${n}`);

async function aFactory() {
  const owner = await factories().anOwner();
  await creditsOf(own.market).addCredits(owner.userId, 100);
  const handle = `merged-${randomBytes(4).toString('hex')}`;
  return { owner, factory: await factories().aFactory(owner), handle };
}
type Factory = Awaited<ReturnType<typeof aFactory>>['factory'];

const addPost = (owner: Person, { id }: Factory, url: string) => owner.api.post(`/factories/${id}/posts`, { url });
const accountsOf = async ({ id }: Factory) =>
  (
    await own.market.pool.query(
      `select id::int, mode, status, posts, tracked_posts as tracked, views::int, failures from factory_accounts
       where factory_id = $1 order by id`,
      [id],
    )
  ).rows;
const makeDue = (id: number) =>
  own.market.pool.query(`update factory_accounts set due_at = now(), turn = 'LISTING' where id = $1`, [id]);
const shownOf = async (owner: Person, { id }: Factory) => {
  const { updatedAt, ...summary } = dataOf(await owner.keyed.get(`/factories/${id}/summary`));
  const posts = (await owner.keyed.get(`/factories/${id}/posts?sort=publishedAt`)).body.data;
  return { summary, posts: posts.map(({ factoryAccountId, ...post }: { factoryAccountId: number }) => post) };
};

test('an account that has a post of the owner becomes one with the account that has the same id, and its post moves', async () => {
  const { owner, factory, handle } = await aFactory();
  await scans.publish(handle, 3, { fails: '500' });
  const named = dataOf(await factories().add(owner, factory, { handle }), 201);
  await scans.everyMinute();
  await scans.publish(handle, 3);
  const post = dataOf(await addPost(owner, factory, videoUrl(handle, 0)), 201);
  expect(post.factoryAccountId).toBe(named.id);
  const kept = dataOf(await owner.api.post(`/factories/${factory.id}/accounts`, { url: channelUrl(handle) }), 201);
  await scans.scanned();
  await own.control.moveOn(hourMs);
  await scans.scanned();
  const account = { id: kept.id, mode: 'ACCOUNT', status: 'ACTIVE', posts: 3, failures: 0 };
  expect(await accountsOf(factory)).toMatchObject([account]);
  await own.control.moveOn(24 * hourMs);
  await scans.scanned();
  expect(await accountsOf(factory)).toEqual([{ ...account, tracked: 3, views: 600 }]);
  const posts = (await owner.keyed.get(`/factories/${factory.id}/posts`)).body.data;
  expect(posts.map((shown: { factoryAccountId: number }) => shown.factoryAccountId)).toEqual(Array(3).fill(kept.id));
  expect(posts.find(({ id }: { id: number }) => id === post.id)).toMatchObject({ metrics: { views: 100 } });
  // Two posts on the first day, because the moved one had no scan before it moved; then all three.
  expect(await scans.debitsOf(owner)).toEqual([2, 3]);
});

test('the posts of an account that moves keep their metrics and days, and no scan pays for them again', async () => {
  const { owner, factory, handle } = await aFactory();
  await scans.publish(handle, 3);
  const named = dataOf(await factories().add(owner, factory, { handle }), 201);
  await scans.scanned();
  expect(await scans.debitsOf(owner)).toEqual([3]);
  // As if its id were not known yet.
  await own.market.pool.query('update factory_accounts set external_id = null, due_at = null where id = $1', [
    named.id,
  ]);
  await scans.publish(handle, 4);
  const before = await shownOf(owner, factory);
  const measurements = () =>
    own.market.one(
      'select count(*)::int as n from factory_measurements m join factory_posts p on p.id = m.post_id and p.account_id = m.account_id where p.factory_id = $1',
      [factory.id],
    );
  const measured = await measurements();
  const kept = dataOf(await owner.api.post(`/factories/${factory.id}/accounts`, { url: channelUrl(handle) }), 201);
  await own.market.pool.query(
    `update factory_accounts set external_id = $2, status = 'ACTIVE', due_at = null where id = $1`,
    [kept.id, simulatorOf(own.stack.socialUrl).externalIdOf(handle)],
  );
  await makeDue(named.id);
  await scans.everyMinute();
  expect(await accountsOf(factory)).toMatchObject([{ id: kept.id, posts: 3, tracked: 3, views: 600, failures: 0 }]);
  expect(await shownOf(owner, factory)).toEqual(before);
  expect(await measurements()).toEqual(measured);
  // The fourth video is new.
  await makeDue(kept.id);
  await scans.scanned();
  expect(await scans.debitsOf(owner)).toEqual([3, 1]);
  expect(await accountsOf(factory)).toMatchObject([{ id: kept.id, posts: 4, tracked: 4, views: 1_000 }]);
});
