import { afterEach, expect, test } from 'vitest';
import type { Account } from '../../support/market/accounts.ts';
import { type PicturedAccounts, picturedAccounts } from '../../support/market/pictured-accounts.ts';
import { publicStoreOf } from '../../support/object-store.ts';

let stack: PicturedAccounts['stack'];
let market: PicturedAccounts['market'];
let control: PicturedAccounts['control'];
let simulator: PicturedAccounts['simulator'];
let accounts: PicturedAccounts['accounts'];
let site: PicturedAccounts['site'];
picturedAccounts((pictured) => {
  ({ stack, market, control, simulator, accounts, site } = pictured);
});

// The jobs of a test have only its own pictures.
afterEach(() => market.pool.query('update social_accounts set picture_due_at = null'));

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const runJobs = () => control.run('remove-old-pictures', 'take-due-platform-work');

interface Pictured {
  readonly account: Account;
  readonly publicId: string;
  readonly path: string;
}

/** A creator with a public page and the picture of its account. */
async function aPicture({ isPublic = true } = {}): Promise<Pictured> {
  const account = await accounts.anAccount();
  const publicId = isPublic ? await accounts.publishPageOf(account) : '';
  const { avatarUrl } = (await account.refresh()).body.data;
  return { account, publicId, path: avatarUrl.replace(stack.baseUrl, '') };
}

const storedOf = ({ account }: Pictured) =>
  market.one(
    `select s.avatar_url as url, (select count(*)::int from avatars a where a.social_account_id = s.id) as pictures,
       (select max(object_key) from avatars a where a.social_account_id = s.id) as "objectKey"
     from social_accounts s where s.id = $1`,
    [account.id],
  );
const pageOf = async ({ publicId }: Pictured) => (await site.get(`/api/v1/creator-pages/${publicId}`)).body.data;
const profileOf = async ({ account }: Pictured) => (await account.owner.keyed.get('/influencer-profile')).body.data;
const asksFor = async ({ account }: Pictured) => (await simulator.callsFor(account.handle)).pictures;

test('a picture is fetched again after half of its lifetime, and an unchanged one keeps its URL and catalog position', async () => {
  const pictured = await aPicture();
  await control.moveOn(1_000);
  const before = await pageOf(pictured);
  await control.moveOn(15 * dayMs - minuteMs);
  await runJobs();
  expect(await asksFor(pictured)).toBe(1);
  await control.moveOn(minuteMs);
  await runJobs();
  expect(await asksFor(pictured)).toBe(2);
  await control.moveOn(15 * dayMs - minuteMs);
  expect((await site.get(pictured.path)).status).toBe(200);
  const { avatarUrl, lastModified } = await pageOf(pictured);
  expect({ avatarUrl, lastModified }).toEqual({ avatarUrl: before.avatarUrl, lastModified: before.lastModified });
});

test('a picture that changed at its platform is replaced when it is fetched again', async () => {
  const pictured = await aPicture();
  await simulator.change(pictured.account.handle, { picture: 'another' });
  await control.moveOn(15 * dayMs);
  await runJobs();
  await control.moveOn(1_000);
  const { avatarUrl } = await pageOf(pictured);
  expect(avatarUrl).not.toBe(stack.baseUrl + pictured.path);
  expect((await site.get(avatarUrl.replace(stack.baseUrl, ''))).status).toBe(200);
  expect((await site.get(pictured.path)).status).toBe(404);
  expect((await storedOf(pictured)).pictures).toBe(1);
});

test('a picture that its platform removed is deleted early: avatarUrl becomes null, and the file is removed', async () => {
  const pictured = await aPicture();
  await simulator.change(pictured.account.handle, { fails: 'no-image' });
  await control.moveOn(15 * dayMs);
  await runJobs();
  await control.moveOn(1_000);
  expect((await site.get(pictured.path)).status).toBe(200);
  expect((await pageOf(pictured)).avatarUrl).toBe(stack.baseUrl + pictured.path);
  const { objectKey } = await storedOf(pictured);
  await control.moveOn(15 * dayMs - 14 * minuteMs);
  await runJobs();
  await control.moveOn(1_000);
  expect((await pageOf(pictured)).avatarUrl).toBeNull();
  expect((await profileOf(pictured)).avatarUrl).toBeNull();
  expect((await site.get(`/creators/${pictured.publicId}`)).text).not.toContain('/avatars/');
  expect((await site.get(pictured.path)).status).toBe(404);
  expect(await storedOf(pictured)).toEqual({ url: null, pictures: 0, objectKey: null });
  expect(await publicStoreOf(stack.storeUrl).read(objectKey)).toBeNull();
});

test('a picture past its lifetime is hidden, even if no job has run', async () => {
  const [shown, hidden] = [await aPicture(), await aPicture({ isPublic: false })];
  await control.moveOn(30 * dayMs - minuteMs);
  const signed = (await profileOf(hidden)).avatarUrl.replace(stack.baseUrl, '');
  for (const path of [shown.path, signed]) expect((await site.get(path)).status, path).toBe(200);
  await control.moveOn(minuteMs + 1_000);
  for (const path of [shown.path, signed]) expect((await site.get(path)).status, path).toBe(404);
});

test('a picture of a hidden page uses no quota, and is removed after its lifetime', async () => {
  const pictured = await aPicture({ isPublic: false });
  for (const days of [15, 15]) {
    await control.moveOn(days * dayMs);
    await runJobs();
  }
  expect(await asksFor(pictured)).toBe(1);
  expect((await profileOf(pictured)).avatarUrl).toBeNull();
  expect((await storedOf(pictured)).pictures).toBe(0);
});

test("a second fetch of a picture does not replace the creator's chosen one", async () => {
  const first = await aPicture();
  const second = await accounts.anAccount({ owner: first.account.owner });
  await simulator.change(second.handle, { picture: 'another' });
  const { avatarUrl: chosen } = (await second.refresh()).body.data;
  await control.moveOn(15 * dayMs);
  await runJobs();
  await control.moveOn(1_000);
  expect(await asksFor(first)).toBe(2);
  expect((await pageOf(first)).avatarUrl).toBe(chosen);
  await simulator.change(first.account.handle, { picture: 'another' });
  await control.moveOn(15 * dayMs);
  await runJobs();
  await control.moveOn(1_000);
  expect(await asksFor(first)).toBe(3);
  expect((await pageOf(first)).avatarUrl).toBe(chosen);
  expect((await profileOf(first)).avatarUrl).toBe(chosen);
});

/** Stores a profile as the proof of the account does. */
const proveAt = async ({ account }: Pick<Pictured, 'account'>, at: Date) =>
  market.pool.query(
    `update social_accounts set title = 'Before', followers = 1, profile_at = $2::timestamptz,
       picture_due_at = coalesce(picture_due_at, $2::timestamptz + interval '15 days') where id = $1`,
    [account.id, at],
  );
const shownOf = async ({ account }: Pick<Pictured, 'account'>) => {
  const [{ title, followers }] = (await account.owner.keyed.get('/social-accounts')).body.data;
  return { title, followers };
};

test('title and followers are stored when the owner requests the picture', async () => {
  const account = await accounts.anAccount();
  await simulator.change(account.handle, { followers: 66 });
  expect((await account.refresh()).status).toBe(200);
  await control.untilNothingIsDeferred();
  expect(await shownOf({ account })).toEqual({ title: account.handle, followers: 66 });
});

test('title and followers of an account with a public page are read again with its picture', async () => {
  const pictured = await aPicture();
  await proveAt(pictured, await control.now());
  await simulator.change(pictured.account.handle, { followers: 77 });
  await control.moveOn(15 * dayMs);
  await runJobs();
  expect(await shownOf(pictured)).toEqual({ title: pictured.account.handle, followers: 77 });
  await control.moveOn(15 * dayMs);
  await runJobs();
  expect(await shownOf(pictured)).toEqual({ title: pictured.account.handle, followers: 77 });
});

test('title and followers of an account without a picture are read again for its public page', async () => {
  const account = await accounts.anAccount();
  await accounts.publishPageOf(account);
  await proveAt({ account }, await control.now());
  for (const followers of [88, 99]) {
    await simulator.change(account.handle, { followers });
    await control.moveOn(15 * dayMs);
    await runJobs();
    expect(await shownOf({ account })).toEqual({ title: account.handle, followers });
  }
  expect((await simulator.callsFor(account.handle)).pictures ?? 0).toBe(0);
});

test('the name of an account is read again, so that another user can prove its former name', async () => {
  const account = await accounts.anAccount();
  await accounts.publishPageOf(account);
  await proveAt({ account }, await control.now());
  const other = await accounts.aCreator();
  const former = `former-${account.handle}`;
  await market.pool.query('update social_accounts set handle = $2 where id = $1', [account.id, former]);
  const add = () => other.api.post('/social-accounts', { platform: 'YOUTUBE', handle: former });
  const added = (await add()).body.data;
  expect(added.verification.status).toBe('REFUSED');
  await control.moveOn(15 * dayMs);
  await runJobs();
  expect((await account.owner.keyed.get('/social-accounts')).body.data[0].handle).toBe(account.handle);
  const verification = (await other.keyed.get(`/social-accounts/${added.id}/verification`)).body.data;
  expect(verification.status).not.toBe('REFUSED');
});

test('an unusable profile changes nothing that is stored, and is read again later', async () => {
  const account = await accounts.anAccount();
  await accounts.publishPageOf(account);
  await proveAt({ account }, await control.now());
  const before = await shownOf({ account });
  await simulator.change(account.handle, { handle: 'x'.repeat(200), title: 'New', followers: 88 });
  await control.moveOn(15 * dayMs);
  await runJobs();
  expect(await shownOf({ account })).toEqual(before);
  await simulator.change(account.handle, { title: 'New', followers: 88 });
  await control.moveOn(5 * minuteMs);
  await runJobs();
  expect(await shownOf({ account })).toEqual({ title: 'New', followers: 88 });
});

test('title and followers are read again although the platform has removed the picture', async () => {
  const pictured = await aPicture();
  await simulator.change(pictured.account.handle, { fails: 'no-image', followers: 55 });
  for (const days of [15, 15]) {
    await control.moveOn(days * dayMs);
    await runJobs();
  }
  expect(await storedOf(pictured)).toEqual({ url: null, pictures: 0, objectKey: null });
  expect(await shownOf(pictured)).toEqual({ title: pictured.account.handle, followers: 55 });
  await simulator.change(pictured.account.handle, { followers: 44 });
  await control.moveOn(15 * dayMs);
  await runJobs();
  expect(await shownOf(pictured)).toEqual({ title: pictured.account.handle, followers: 44 });
});

test('title and followers are deleted before the age limit if nothing reads them again', async () => {
  const pictured = await aPicture({ isPublic: false });
  // The answer is sent before the profile is stored.
  await control.untilNothingIsDeferred();
  await proveAt(pictured, await control.now());
  await control.moveOn(30 * dayMs - 16 * minuteMs);
  await runJobs();
  expect(await shownOf(pictured)).toEqual({ title: 'Before', followers: 1 });
  await control.moveOn(2 * minuteMs);
  await runJobs();
  expect(await shownOf(pictured)).toEqual({ title: null, followers: null });
});
