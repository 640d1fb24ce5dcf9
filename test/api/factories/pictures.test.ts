import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { creditsOf } from '../../support/credits.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { factoriesOf } from '../../support/market/factories.ts';
import { aVideo } from '../../support/market/posts.ts';
import { scansOf } from '../../support/market/scans.ts';
import { publicStoreOf } from '../../support/object-store.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { connect } from '../../support/social/sign-in.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

// Another stack, because these tests move the clock and run jobs.
let own: OwnMarket;
let scans: ReturnType<typeof scansOf>;
ownMarket((started) => {
  own = started;
  scans = scansOf(own, { hasPictures: true });
});

const dayMs = 24 * 3_600_000;
const simulator = () => simulatorOf(own.stack.socialUrl);
const sweep = () => own.control.run('remove-old-pictures');
const hasFile = async ({ objectKey }: Stored) => (await publicStoreOf(own.stack.storeUrl).list(objectKey)).length > 0;

interface Stored {
  readonly id: string;
  readonly objectKey: string;
  readonly isUsed: boolean;
}

/** The pictures of a factory: of its accounts, and of its posts, the newest first. */
async function picturesOf(factoryId: number): Promise<{ accounts: (string | null)[]; posts: (string | null)[] }> {
  const { rows: accounts } = await own.market.pool.query(
    'select avatar_url as url from factory_accounts where factory_id = $1 order by id',
    [factoryId],
  );
  const { rows: posts } = await own.market.pool.query(
    'select cover_url as url from factory_posts where factory_id = $1 order by published_at desc',
    [factoryId],
  );
  return { accounts: accounts.map(({ url }) => url), posts: posts.map(({ url }) => url) };
}

const storedOf = async (accountId: number): Promise<Stored[]> =>
  (
    await own.market.pool.query(
      `select id, object_key as "objectKey", exists (select from pictures_in_use u where u.id = a.id) as "isUsed"
       from avatars a where factory_account_id = $1 order by stored_at`,
      [accountId],
    )
  ).rows;

const accountIdOf = async (factoryId: number): Promise<number> =>
  Number((await own.market.one('select id from factory_accounts where factory_id = $1', [factoryId])).id);

test('an account gets its picture with its first listing, and its posts get covers after their scan', async () => {
  const { owner, factory } = await scans.watched(100, [3]);
  await scans.scanned();
  const shown = [
    (await owner.keyed.get(`/factories/${factory.id}/accounts`)).body.data[0].avatarUrl,
    (await owner.keyed.get(`/factories/${factory.id}/posts`)).body.data[0].coverUrl,
  ];
  for (const address of shown) {
    const answer = await fetch(address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('image/')]);
  }
  const { accounts, posts } = await picturesOf(factory.id);
  const url = expect.stringMatching(/[/]avatars[/][0-9a-f-]{36}$/);
  expect([accounts, posts]).toEqual([[url], [url, url, url]]);
  const stored = await storedOf(await accountIdOf(factory.id));
  expect(stored.map(({ isUsed }) => isUsed)).toEqual([true, true, true, true]);
  expect((await fetch(accounts[0] ?? '')).status).toBe(404);
});

test('pictures are fetched again after half of their lifetime, and unchanged ones keep their addresses', async () => {
  const { factory, handles } = await scans.watched(1_000, [1]);
  await scans.scanned();
  const before = await picturesOf(factory.id);
  const requests = async () => (await simulator().callsFor(handles[0] ?? '')).pictures;
  await own.control.moveOn(14 * dayMs);
  await scans.scanned();
  const first = await requests();
  await own.control.moveOn(dayMs);
  await scans.scanned();
  expect((await requests()) ?? 0).toBeGreaterThan(first ?? 0);
  expect(await picturesOf(factory.id)).toEqual(before);
});

test('a changed picture replaces the former one, whose file is deleted', async () => {
  const { factory, handles } = await scans.watched(1_000, [1]);
  await scans.scanned();
  const accountId = await accountIdOf(factory.id);
  const [former] = (await picturesOf(factory.id)).accounts;
  await scans.publish(handles[0] ?? '', 1, { picture: 'another' });
  await own.control.moveOn(15 * dayMs);
  await scans.scanned();
  const [current] = (await picturesOf(factory.id)).accounts;
  expect(current).not.toBe(former);
  await sweep();
  expect((await storedOf(accountId)).map(({ id }) => former?.endsWith(id))).not.toContain(true);
});

test('a listing and a scan succeed when the platform does not return a picture', async () => {
  const { owner, factory, handles } = await scans.watched(100, [2]);
  await scans.publish(handles[0] ?? '', 2, { fails: 'html-image' });
  await scans.scanned();
  expect((await picturesOf(factory.id)).accounts).toEqual([null]);
  expect(await scans.debitsOf(owner)).toEqual([2]);
});

test('only the newest sixty posts of an account have covers, and a part of a scan fetches ten', async () => {
  const { factory } = await scans.watched(100, [61]);
  // Two pages.
  await scans.scanned();
  await own.market.pool.query(
    `update factory_posts set cover_url = 'https://castline.test/avatars/' || gen_random_uuid() where id =
       (select id from factory_posts where factory_id = $1 order by published_at limit 1)`,
    [factory.id],
  );
  await scans.everyMinute();
  const { posts } = await picturesOf(factory.id);
  expect(posts.map((url) => url !== null)).toEqual(posts.map((_, n) => n < 10));
});

test('the pictures of a removed account, and of posts that are too old, are deleted with their files', async () => {
  const { owner, factory } = await scans.watched(100, [1, 1]);
  await scans.scanned();
  const { rows } = await own.market.pool.query(
    'select id::int from factory_accounts where factory_id = $1 order by id',
    [factory.id],
  );
  const [removed = 0, kept = 0] = rows.map(({ id }) => id);
  const files = [...(await storedOf(removed)), ...(await storedOf(kept))];
  expect(files).toHaveLength(4);
  dataOf(await owner.api.delete(`/factories/${factory.id}/accounts/${removed}`));
  await sweep();
  expect(await Promise.all(files.map(hasFile))).toEqual([false, false, true, true]);
  dataOf(await owner.api.patch(`/factories/${factory.id}`, { expectedVersion: 1, status: 'PAUSED' }));
  await own.control.moveOn(30 * dayMs);
  await sweep();
  expect(await picturesOf(factory.id)).toEqual({ accounts: [null], posts: [null] });
  expect(await Promise.all(files.map(hasFile))).toEqual([false, false, false, false]);
});

test('the pictures of a connected account are hidden when its connection ends, and deleted by the next run', async () => {
  const { anOwner, aFactory, add } = factoriesOf(own.stack.baseUrl);
  const owner = await anOwner();
  await creditsOf(own.market).addCredits(owner.userId, 100);
  dataOf(await owner.api.patch('/me', { roles: ['ADVERTISER', 'CREATOR'] }));
  const handle = `drinks${randomBytes(4).toString('hex')}`;
  const publishedAt = new Date((await own.control.now()).getTime() - dayMs).toISOString();
  await simulatorOf(own.stack.socialUrl, 'TIKTOK').change(handle, {
    posts: [aVideo('7301234567890123456', { publishedAt })],
  });
  await connect(owner, handle, { platform: 'TIKTOK' });
  const factory = await aFactory(owner);
  const { id } = dataOf(await add(owner, factory, { platform: 'TIKTOK', handle }), 201);
  await scans.scanned();
  const files = await storedOf(id);
  expect(files.map(({ isUsed }) => isUsed)).toEqual([true, true]);
  const [account] = (await owner.api.get('/social-accounts')).body.data;
  dataOf(await owner.api.delete(`/social-accounts/${account.id}/connection`));
  expect((await storedOf(id)).map(({ isUsed }) => isUsed)).toEqual([false, false]);
  await sweep();
  expect(await storedOf(id)).toEqual([]);
  expect(await picturesOf(factory.id)).toEqual({ accounts: [null], posts: [null] });
});
