import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { changeStaff } from '../../../scripts/grant-staff.ts';
import { accountsOf } from '../../support/accounts.ts';
import { type Client, clientOf } from '../../support/client.ts';
import { controlOf } from '../../support/control.ts';
import type { Market } from '../../support/market.ts';
import { ownMarket } from '../../support/own-market.ts';
import { aPerson } from '../../support/people.ts';
import type { OwnStack } from '../../support/stack.ts';
import { supplyOf } from '../../support/supply.ts';

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
  other = clientOf(await controlOf(stack.controlUrl).anotherWorker(), null, '');
});

async function aPicture() {
  const account = await accounts.anAccount();
  const { avatarUrl } = (await account.refresh()).body.data;
  return { account, path: avatarUrl.replace(stack.baseUrl, '') };
}

/** What each instance answers, and what it does once the second is over that it trusts what it has read. */
const answersOf = (path: string) => Promise.all([site.get(path), other.get(path)]);
async function answersASecondLater(path: string) {
  await controlOf(stack.controlUrl).moveOn(1_000);
  return answersOf(path);
}
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);

describe('a picture', () => {
  test('is a picture and nothing else to a browser: its own type, no sniffing, nothing that it could load', async () => {
    const { path } = await aPicture();
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

  test('is sent once to who keeps it, and not at all to HEAD', async () => {
    const { path } = await aPicture();
    const etag = (await site.get(path)).headers.get('etag') ?? '';
    const again = await site.get(path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await site.send('HEAD', path);
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'image/png']);
  });

  test('that is unknown or badly named is not found, and takes nothing but GET', async () => {
    const { path } = await aPicture();
    for (const unknown of [`/avatars/${randomUUID()}`, '/avatars/1', '/avatars/..%2f..%2fsecrets', `${path}0`])
      expect((await site.get(unknown)).status, unknown).toBe(404);
    const posted = await site.post(path, {});
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('of a suspended creator is gone within a second, in another instance too, and back afterwards', async () => {
    const { account, path } = await aPicture();
    expect(statuses(await answersOf(path))).toEqual([200, 200]);
    const staff = await aPerson(stack.baseUrl, { roles: ['ADVERTISER'] });
    await changeStaff(stack.adminDatabaseUrl, 'grant', staff.email);
    await controlOf(stack.controlUrl).moveOn(1_000); // what was read of a user is trusted for that long
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

  test('is for search engines while the page is public, and for previews alone within a second of its unpublication', async () => {
    const { account, path } = await aPicture();
    const creator = { id: account.owner.userId, publicId: await accounts.publishPageOf(account) };
    const robotsASecondLater = async () => {
      const answers = await answersASecondLater(path);
      expect(statuses(answers)).toEqual([200, 200]);
      return answers.map(({ headers }) => headers.get('x-robots-tag'));
    };
    expect(await robotsASecondLater()).toEqual([null, null]);
    const etag = (await site.get(path)).headers.get('etag') ?? '';
    await supplyOf(market).unpublishPage(creator);
    expect(await robotsASecondLater()).toEqual(['noindex', 'noindex']);
    // Who has kept it is told so too.
    const kept = await site.get(path, { headers: { 'if-none-match': etag } });
    expect([kept.status, kept.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
  });

  test('of somebody who is no creator any more is gone within a second, in another instance too, whose page was never public', async () => {
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
  ])('of an account that is %s is shown to nobody', async (_, change) => {
    const { account, path } = await aPicture();
    await market.pool.query(`update social_accounts set ${change} where id = $1`, [account.id]);
    expect((await site.get(path)).status).toBe(404);
  });
});
