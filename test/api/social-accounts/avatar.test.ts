import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { changeStaff } from '../../../scripts/grant-staff.ts';
import { type Client, clientOf } from '../../support/client.ts';
import { accountsOf } from '../../support/market/accounts.ts';
import type { Market } from '../../support/market/market.ts';
import { aPerson } from '../../support/market/people.ts';
import { aChannel, sellersOf } from '../../support/market/sellers.ts';
import { supplyOf } from '../../support/market/supply.ts';
import { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let accounts: ReturnType<typeof accountsOf>;
let site: Client;
/** Another instance. */
let other: Client;
ownMarket(async (own) => {
  ({ stack, market } = own);
  accounts = accountsOf(stack.baseUrl, market);
  site = clientOf(stack.baseUrl, null, '');
  other = clientOf(await controlOf(stack.controlUrl).anotherInstance(), null, '');
});

afterEach(() => controlOf(stack.controlUrl).queues('up'));

/** A picture of a creator with a public page. */
async function aPicture() {
  const account = await accounts.anAccount();
  const publicId = await accounts.publishPageOf(account);
  const { avatarUrl } = (await account.refresh()).body.data;
  return { account, publicId, path: pathOf(avatarUrl) };
}
/** One picture for the tests that only read it. */
let kept: ReturnType<typeof aPicture> | undefined;
const aKeptPicture = () => (kept ??= aPicture());
const pathOf = (url: string) => url.replace(stack.baseUrl, '');

const answersOf = (path: string) => Promise.all([site.get(path), other.get(path)]);
/**
 * The answers of each instance after one second of continuous requests, in which none had to read before it answered.
 */
async function answersASecondLater(path: string) {
  const control = controlOf(stack.controlUrl);
  const steps = depth(2, 4);
  for (let step = 0; step < steps; step++) {
    await answersOf(path);
    await control.untilNothingIsDeferred();
    await control.moveOn(1_000 / steps);
  }
  return answersOf(path);
}
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);

describe('a picture', () => {
  test('is served as an inert image, with its own type and without sniffing or subresources', async () => {
    const { path } = await aKeptPicture();
    for (const { status, headers } of [await site.get(path), await site.get(path)]) {
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('image/png');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
      expect(headers.get('content-disposition')).toBe('inline');
      expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('ratelimit-policy')).toMatch(/^"picture";q=/);
    }
  });

  test('is sent once to a client that caches it, and never for HEAD', async () => {
    const { path } = await aKeptPicture();
    const etag = (await site.get(path)).headers.get('etag') ?? '';
    const again = await site.get(path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await site.send('HEAD', path);
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'image/png']);
  });

  test('returns 404 when it is unknown or misnamed, and accepts only GET', async () => {
    const { path } = await aKeptPicture();
    for (const unknown of [`/avatars/${randomUUID()}`, '/avatars/1', '/avatars/..%2f..%2fsecrets', `${path}0`])
      expect((await site.get(unknown)).status, unknown).toBe(404);
    const posted = await site.post(path, {});
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('disappears within one second with a suspended creator, also in another instance, and returns afterwards', async () => {
    const { account, path } = await aPicture();
    expect(statuses(await answersOf(path))).toEqual([200, 200]);
    const staff = await aPerson(stack.baseUrl, { roles: ['ADVERTISER'] });
    await changeStaff(stack.adminDatabaseUrl, 'grant', staff.email);
    await controlOf(stack.controlUrl).moveOn(1_000); // a cached user is trusted for that long
    expect(statuses(await answersOf(path))).toEqual([200, 200]);
    const suspend = async (suspended: boolean) => {
      const order = { suspended, reason: 'Chargeback' };
      expect((await staff.api.put(`/staff/users/${account.owner.userId}/suspension`, order)).status).toBe(200);
    };
    await suspend(true);
    expect(statuses(await answersASecondLater(path))).toEqual([404, 404]);
    await suspend(false);
    expect(statuses(await answersASecondLater(path))).toEqual([200, 200]);
  });

  test('disappears within one second with its page, also in another instance, and returns with it', async () => {
    const { account, publicId, path } = await aPicture();
    const creator = { id: account.owner.userId, publicId };
    expect(statuses(await answersOf(path))).toEqual([200, 200]);
    const kept = { 'if-none-match': (await site.get(path)).headers.get('etag') ?? '' };
    const image = `<meta property="og:image" content="${stack.baseUrl}${path}"`;
    expect((await site.get(`/creators/${publicId}`)).text).toContain(image);
    await supplyOf(market).unpublishPage(creator);
    expect(statuses(await answersASecondLater(path))).toEqual([404, 404]);
    expect((await site.get(path, { headers: kept })).status).toBe(404);
    await accounts.publishPageOf(account);
    expect(statuses(await answersASecondLater(path))).toEqual([200, 200]);
  });

  test('disappears with the last available service of its page', async () => {
    const { account, path } = await aPicture();
    expect(statuses(await answersOf(path))).toEqual([200, 200]);
    await supplyOf(market).blockChannel({ id: 0, creator: { id: account.owner.userId, publicId: '' } });
    expect(statuses(await answersASecondLater(path))).toEqual([404, 404]);
  });

  test("disappears within one second when another creator proves the creator's only channel, even without jobs", async () => {
    const { account, path } = await aPicture();
    const { handle } = await market.one('select handle from channels where creator_id = $1', [account.owner.userId]);
    expect(statuses(await answersOf(path))).toEqual([200, 200]);
    await controlOf(stack.controlUrl).queues('hold');
    const { aSeller, anAccount } = sellersOf(market);
    const rival = await aSeller();
    const socialAccountId = await anAccount(rival.id, { platform: 'TWITCH', handle });
    await aChannel(rival, { kind: 'NATIVE', socialAccountId });
    expect(statuses(await answersASecondLater(path))).toEqual([404, 404]);
  });

  test('disappears within one second when its user gives up the role CREATOR, also in another instance', async () => {
    const { account, path } = await aPicture();
    expect(statuses(await answersOf(path))).toEqual([200, 200]);
    const take = (roles: readonly string[]) => account.owner.api.patch('/me', { roles });
    expect((await take(['ADVERTISER'])).status).toBe(200);
    expect(statuses(await answersASecondLater(path))).toEqual([404, 404]);
    expect((await take(['CREATOR'])).status).toBe(200);
    expect(statuses(await answersASecondLater(path))).toEqual([200, 200]);
  });

  test.each([
    ['not verified', 'is_verified = false'],
    ['SOLD', `status = 'SOLD'`],
    ['BLOCKED', `status = 'BLOCKED'`],
  ])('is hidden when its account is %s', async (_, change) => {
    const { account, path } = await aPicture();
    await market.pool.query(`update social_accounts set ${change} where id = $1`, [account.id]);
    expect((await site.get(path)).status).toBe(404);
  });
});

describe('the picture of a page that is not public', () => {
  /** A picture of a creator without a published page. */
  async function aHiddenPicture() {
    const account = await accounts.anAccount();
    const { avatarUrl } = (await account.refresh()).body.data;
    const stored = await market.one('select avatar_url as url from social_accounts where id = $1', [account.id]);
    return { account, avatarUrl, publicPath: pathOf(stored.url) };
  }
  const previewOf = async ({ owner }: { owner: { keyed: Client } }) =>
    (await owner.keyed.post('/influencer-profile/page/generate', {})).body.data;

  test('is shown to its owner and in previews at signed URLs, and is hidden at its public URL', async () => {
    const { account, avatarUrl, publicPath } = await aHiddenPicture();
    expect((await site.get(publicPath)).status).toBe(404);
    const profile = (await account.owner.keyed.get('/influencer-profile')).body.data;
    const { preview, previewUrl } = await previewOf(account);
    const html = (await site.get(pathOf(previewUrl))).text;
    const inPage = /src="(\/avatars\/[^"]+)"/.exec(html)?.[1] ?? '';
    for (const url of [avatarUrl, profile.avatarUrl, preview.avatarUrl, inPage]) {
      expect(url).toMatch(/\/avatars\/private\/[\w-]{36}\.\d+\.[\w-]{43}$/);
      const { status, headers } = await site.get(pathOf(url));
      expect([status, headers.get('content-type'), headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([
        200,
        'image/png',
        'no-store',
        'noindex',
      ]);
    }
  });

  test('has the public URL for its owner once the page is public', async () => {
    const { account, publicPath } = await aHiddenPicture();
    await accounts.publishPageOf(account);
    const profile = (await account.owner.keyed.get('/influencer-profile')).body.data;
    expect(pathOf(profile.avatarUrl)).toBe(publicPath);
    expect(statuses(await answersASecondLater(publicPath))).toEqual([200, 200]);
  });

  test('has a signed URL that expires after one hour, shows only this picture, and ends with it', async () => {
    const { account, avatarUrl } = await aHiddenPicture();
    const other = await aHiddenPicture();
    const [id, expires, signature] = (pathOf(avatarUrl).split('/').at(-1) ?? '').split('.');
    const [otherId] = (pathOf(other.avatarUrl).split('/').at(-1) ?? '').split('.');
    for (const forged of [`${otherId}.${expires}.${signature}`, `${id}.${Number(expires) + 1}.${signature}`, `${id}`])
      expect((await site.get(`/avatars/private/${forged}`)).status, forged).toBe(404);
    await market.pool.query(`update social_accounts set status = 'SOLD' where id = $1`, [account.id]);
    expect((await site.get(pathOf(avatarUrl))).status).toBe(404);
    expect((await site.get(pathOf(other.avatarUrl))).status).toBe(200);
    await controlOf(stack.controlUrl).moveOn(3_601_000);
    expect((await site.get(pathOf(other.avatarUrl))).status).toBe(404);
  });

  test('has no signed URL in the stored answer of a profile change, and a replay signs a new one', async () => {
    const { account } = await aHiddenPicture();
    const { version } = (await account.owner.keyed.get('/influencer-profile')).body.data;
    const change = { expectedVersion: version, bio: 'New.' };
    const key = randomUUID();
    const first = await account.owner.keyed.patch('/influencer-profile', change, { key });
    await controlOf(stack.controlUrl).moveOn(3_601_000);
    const replayed = await account.owner.keyed.patch('/influencer-profile', change, { key });
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect({ ...replayed.body.data, avatarUrl: null }).toEqual({ ...first.body.data, avatarUrl: null });
    expect((await site.get(pathOf(first.body.data.avatarUrl))).status).toBe(404);
    expect((await site.get(pathOf(replayed.body.data.avatarUrl))).status).toBe(200);
    const { body } = await market.one('select body from idempotency_keys where key = $1', [key]);
    expect(body).not.toContain('/avatars/private/');
  });
});
