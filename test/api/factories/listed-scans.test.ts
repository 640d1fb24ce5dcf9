import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { Reply } from '../../support/client.ts';
import { creditsOf } from '../../support/credits.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { factoriesOf } from '../../support/market/factories.ts';
import type { Person } from '../../support/market/people.ts';
import { watchUrl } from '../../support/market/posts.ts';
import { scansOf } from '../../support/market/scans.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

// Another stack, because these tests move the clock and run jobs.
let own: OwnMarket;
let scans: ReturnType<typeof scansOf>;
ownMarket((started) => {
  own = started;
  scans = scansOf(own);
});
afterEach(async () => {
  await own.market.expectSoundLedger();
  await scans.rest();
});

const hourMs = 3_600_000;

/** A factory with credits that watches the first of three posts of an account. */
async function aListedPost() {
  const { anOwner, aFactory } = factoriesOf(own.stack.baseUrl);
  const owner = await anOwner();
  await creditsOf(own.market).addCredits(owner.userId, 100);
  const factory = await aFactory(owner);
  const handle = `listed-${randomBytes(4).toString('hex')}`;
  await scans.publish(handle, 3);
  const videoIds = [0, 1, 2].map((n) => `${handle.slice(-6)}${String(n).padStart(5, '0')}`);
  const [post] = await addPosts(owner, factory, videoIds.slice(0, 1));
  return { owner, factory, handle, videoIds, post };
}

async function addPosts(owner: Person, { id }: { readonly id: number }, videoIds: readonly string[]) {
  const added: Reply['body'][] = [];
  for (const videoId of videoIds)
    added.push(dataOf(await owner.api.post(`/factories/${id}/posts`, { url: watchUrl(videoId) }), 201));
  return added;
}

const viewsOf = async ({ id }: { readonly id: number }) =>
  (
    await own.market.pool.query(
      'select views::int from factory_posts where factory_id = $1 order by published_at desc',
      [id],
    )
  ).rows.map(({ views }) => views);

test('a listed post is scanned at once and after each interval, and the other posts of its account are not found', async () => {
  const { owner, factory } = await aListedPost();
  await scans.everyMinute();
  expect(await viewsOf(factory)).toEqual([100]);
  await scans.everyMinute();
  expect(await scans.debitsOf(owner)).toEqual([1]);
  await own.control.moveOn(24 * hourMs + 1_000);
  await scans.scanned();
  expect(await scans.debitsOf(owner)).toEqual([1, 1]);
  expect((await owner.keyed.get('/factories')).body.data).toMatchObject([{ accounts: 1, posts: 1, views: 100 }]);
});

test('adding the account of a listed post scans the other posts at once, and the listed post after its interval', async () => {
  const { owner, factory, handle, post } = await aListedPost();
  await scans.everyMinute();
  const account = dataOf(await factoriesOf(own.stack.baseUrl).add(owner, factory, { handle }), 201);
  expect(account.id).toBe(post.factoryAccountId);
  await scans.scanned();
  expect(await viewsOf(factory)).toEqual([100, 200, 300]);
  expect(await scans.debitsOf(owner)).toEqual([1, 2]);
});

test.each([
  [
    'one of two listed posts that is removed during its scan costs nothing',
    async ({ owner, factory, post }: Listed) => owner.api.delete(`/factories/${factory.id}/posts/${post.id}`),
    [1],
  ],
  [
    'an account that its owner adds during a scan of its listed posts loses the scan, which costs nothing',
    async ({ owner, factory, handle }: Listed) => factoriesOf(own.stack.baseUrl).add(owner, factory, { handle }),
    [],
  ],
])('%s', async (_, change, debits) => {
  const listed = await aListedPost();
  const { owner, factory, videoIds } = listed;
  await addPosts(owner, factory, videoIds.slice(1, 2));
  await own.control.queues('hold');
  await own.control.deliver([{ kind: 'take-due-factory-work' }]);
  expect(await scans.creditsOwned(owner)).toEqual({ balance: 100, reserved: 2 });
  expect((await change(listed)).status).toBeLessThan(300);
  await own.control.queues('up');
  await own.control.untilQueuesAreEmpty();
  expect(await scans.debitsOf(owner)).toEqual(debits);
  expect(await scans.creditsOwned(owner)).toEqual({ balance: 100 - debits.length, reserved: 0 });
});

test('the removal of the last listed post during its scan returns the reserved credits', async () => {
  const { owner, factory, post } = await aListedPost();
  await own.control.queues('hold');
  await own.control.deliver([{ kind: 'take-due-factory-work' }]);
  expect(dataOf(await owner.api.delete(`/factories/${factory.id}/posts/${post.id}`)).isAccountRemoved).toBe(true);
  expect(await scans.creditsOwned(owner)).toEqual({ balance: 100, reserved: 0 });
  await own.control.queues('up');
  await own.control.untilQueuesAreEmpty();
  expect(await scans.debitsOf(owner)).toEqual([]);
});

type Listed = Awaited<ReturnType<typeof aListedPost>>;

test('a shorter interval makes the next scan of listed posts come sooner', async () => {
  const { owner, factory } = await aListedPost();
  await scans.everyMinute();
  const { change } = factoriesOf(own.stack.baseUrl);
  dataOf(await change(owner, { id: factory.id, version: 1 }, { intervalHours: 4 }));
  await own.control.moveOn(4 * hourMs + 1_000);
  await scans.everyMinute();
  expect(await scans.debitsOf(owner)).toEqual([1, 1]);
});
