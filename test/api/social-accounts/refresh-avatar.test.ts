import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { secondsUntilNextDay } from '../../../functions/platform/social/index.ts';
import type { Change } from '../../../scripts/local/endpoints/social-simulator/world.ts';
import { clientOf } from '../../support/client.ts';
import { refused } from '../../support/contract/expectations.ts';
import { type PicturedAccounts, picturedAccounts } from '../../support/market/pictured-accounts.ts';
import { depth, sample } from '../../support/stack/depth.ts';
import { pollTimeout } from '../../support/stack/poll-timeout.ts';

let stack: PicturedAccounts['stack'];
let market: PicturedAccounts['market'];
let control: PicturedAccounts['control'];
let simulator: PicturedAccounts['simulator'];
let accounts: PicturedAccounts['accounts'];
let site: PicturedAccounts['site'];
picturedAccounts((pictured) => {
  ({ stack, market, control, simulator, accounts, site } = pictured);
});

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const pathOf = (url: string) => url.replace(stack.baseUrl, '');
/** Moves past the second in which guests can see former answers, and waits for deferred work. */
const aSecondLater = () => control.moveOn(1_000).then(control.untilNothingIsDeferred);
const storedOf = ({ id }: { id: number }) =>
  market.one(
    `select s.avatar_url, c.avatar_url as of_creator,
       (select count(*)::int from avatars where social_account_id = s.id) as pictures
     from social_accounts s join creators c on c.user_id = s.owner_id where s.id = $1`,
    [id],
  );

describe('a refresh', () => {
  test('copies the picture of the platform, and account, profile and page use the URL of the copy', async () => {
    const account = await accounts.anAccount();
    const publicId = await accounts.publishPageOf(account);
    const guest = clientOf(stack.baseUrl, null, '/api/v1');
    expect((await guest.get(`/creator-pages/${publicId}`)).body.data.avatarUrl).toBeNull();

    const reply = await account.refresh();
    expect(reply.text).toContain('avatarUrl');
    expect(reply.body).toEqual({
      data: {
        id: account.id,
        socialAccountId: account.id,
        platform: 'YOUTUBE',
        handle: account.handle,
        ...{ title: null, followers: null },
        ...{ status: 'ACTIVE', isVerified: true },
        verifiedVia: 'BIO_CODE',
        ...{ verifiedAt: null, channelId: null },
        createdAt: expect.any(String),
        version: 1,
        statsAvailability: 'PENDING',
        avatarUrl: expect.stringMatching(new RegExp(`^${stack.baseUrl}/avatars/[0-9a-f-]{36}$`)),
      },
    });
    const { avatarUrl } = reply.body.data;
    expect(await storedOf(account)).toEqual({ avatar_url: avatarUrl, of_creator: avatarUrl, pictures: 1 });
    const atPlatform = `${stack.socialUrl}/pictures/${simulator.externalIdOf(account.handle)}`;
    expect(await bytesAt(avatarUrl)).toEqual(await bytesAt(atPlatform));
    await aSecondLater();
    expect((await guest.get(`/creator-pages/${publicId}`)).body.data.avatarUrl).toBe(avatarUrl);
  });

  test('replaces the former picture and deletes its file', async () => {
    const account = await accounts.anAccount();
    const before = (await account.refresh()).body.data.avatarUrl;
    expect((await site.get(pathOf(before))).status).toBe(200);
    await accounts.rest(account);
    await simulator.change(account.handle, { picture: 'another' });
    const after = (await account.refresh()).body.data.avatarUrl;
    expect(after).not.toBe(before);
    await aSecondLater();
    expect((await site.get(pathOf(before))).status).toBe(404);
    expect((await site.get(pathOf(after))).status).toBe(200);
    expect((await storedOf(account)).pictures).toBe(1);
  });

  test('is refused within one minute of the last attempt, with the remaining time', async () => {
    const account = await accounts.anAccount();
    const [, again] = [await account.refresh(), await account.refresh()];
    expect({ status: again.status, code: again.body.code }).toEqual({ status: 429, code: 'RATE_LIMITED' });
    expect(again.headers.get('retry-after')).toBe('60');
    expect(await simulator.callsFor(account.handle)).toEqual({ channels: 1, pictures: 1 });
    await accounts.rest(account);
    expect((await account.refresh()).status).toBe(200);
  });

  test('counts a failed attempt, so failures cannot repeat platform calls', async () => {
    const account = await accounts.anAccount();
    await simulator.change(account.handle, { fails: 'no-image' });
    expect((await account.refresh()).status).toBe(503);
    for (let again = 0; again < 3; again++) expect((await account.refresh()).status).toBe(429);
    expect(await simulator.callsFor(account.handle)).toMatchObject({ channels: 1 });
  });

  test('returns a verified audience', async () => {
    const account = await accounts.anAccount();
    await market.pool.query(
      `insert into audience_snapshots (social_account_id, source, captured_at, verified_at) values ($1, 'MANUAL', now(), now())`,
      [account.id],
    );
    expect((await account.refresh()).body.data.statsAvailability).toBe('AVAILABLE');
  });

  test('runs once for three concurrent requests, and the others must wait', async () => {
    const account = await accounts.anAccount();
    const replies = await Promise.all([account.refresh(), account.refresh(), account.refresh()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    for (const { headers } of replies.filter(({ status }) => status === 429))
      expect(headers.get('retry-after')).toBe('60');
    expect(await simulator.callsFor(account.handle)).toEqual({ channels: 1, pictures: 1 });
    const { avatarUrl } = replies.find(({ status }) => status === 200)?.body.data ?? {};
    expect([(await site.get(pathOf(avatarUrl))).status, (await storedOf(account)).pictures]).toEqual([200, 1]);
  });

  test('is refused to a user with fifty platform calls today, and to nobody else', async () => {
    const [first, other] = [await accounts.anAccount(), await accounts.anAccount()];
    expect((await first.refresh()).status).toBe(200);
    const share = (set: string) =>
      market.pool.query(`update platform_user_budgets set ${set} where user_id = ${first.owner.userId}`);
    await share('used = 49');
    const others = await Promise.all(Array.from({ length: 4 }, () => accounts.anAccount({ owner: first.owner })));
    const replies = await Promise.all(others.map(({ refresh }) => refresh()));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429]);
    const refusal = ['RATE_LIMITED', String(secondsUntilNextDay('YOUTUBE', await control.now()))];
    for (const { status, body, headers } of replies)
      if (status === 429) expect([body.code, headers.get('retry-after')]).toEqual(refusal);
    expect((await other.refresh()).status).toBe(200);
    await share(`day = day - 1`);
    await accounts.rest(first);
    expect((await first.refresh()).status).toBe(200);
  });
});

describe('the refresh route is open to the owner only, by token:', () => {
  test('a key is refused, and there is no path for keys', async () => {
    const { id, owner } = await accounts.anAccount();
    const refresh = `/creator/social-accounts/${id}/avatar/refresh`;
    const byKey = await clientOf(stack.baseUrl, owner.apiKey, '/api/v1').post(refresh);
    expect({ status: byKey.status, code: byKey.body.code }).toEqual({ status: 401, code: 'JWT_INVALID' });
    expect((await owner.keyed.post(refresh)).status).toBe(404);
  });

  test('the account of another user gets the answer of an unknown one', async () => {
    const { id, handle } = await accounts.anAccount();
    const otherUser = await accounts.aCreator();
    const foreign = await otherUser.api.post(`/creator/social-accounts/${id}/avatar/refresh`);
    const absent = await otherUser.api.post('/creator/social-accounts/9007199254740991/avatar/refresh');
    expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
    expect(await simulator.callsFor(handle)).toEqual({});
  });

  test.each(sample(['PENDING', 'BLOCKED', 'SUSPENDED', 'SOLD', 'DELETED'], 2))(
    'an account that is %s is refused',
    async (status) => {
      const account = await accounts.anAccount({ status });
      const reply = await account.refresh();
      expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 403, code: 'ACCOUNT_ACCESS_DENIED' });
      expect(await simulator.callsFor(account.handle)).toEqual({});
    },
  );

  test('an account that is not verified is refused', async () => {
    const account = await accounts.anAccount();
    await market.pool.query('update social_accounts set is_verified = false where id = $1', [account.id]);
    const reply = await account.refresh();
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 403, code: 'ACCOUNT_ACCESS_DENIED' });
    expect(await simulator.callsFor(account.handle)).toEqual({});
  });

  test('the request accepts no URL', async () => {
    const account = await accounts.anAccount();
    const bodies = [{ url: 'https://evil.example/a.png' }, { avatarUrl: 'https://yt3.ggpht.com/a' }, { source: '' }];
    for (const body of bodies) {
      const reply = await account.refresh(body);
      expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    }
    expect(await simulator.callsFor(account.handle)).toEqual({});
    expect((await account.refresh({})).status).toBe(200);
  });

  test.each(sample(['TIKTOK', 'INSTAGRAM', 'X'], 1))(
    'a picture of %s without a needed connection is refused and costs no quota',
    async (platform) => {
      const account = await accounts.anAccount({ platform });
      const reply = await account.refresh();
      refused(reply, 'WRITE_NOT_AVAILABLE_FOR_FEATURE');
      const { count } = await market.one(
        `select count(*) from platform_budgets where platform = $1 and day > now() - interval '2 days'`,
        [platform],
      );
      expect(Number(count)).toBe(0);
    },
  );
});

/** Refreshes once, and once more while the platform fails like that. */
async function refreshedAnew(fails: NonNullable<Change['fails']>) {
  const account = await accounts.anAccount();
  const before = (await account.refresh()).body.data.avatarUrl;
  const stored = await storedOf(account);
  await accounts.rest(account);
  await simulator.change(account.handle, { fails });
  const reply = account.refresh();
  if (fails === 'timeout') {
    const requested = async () => (await simulator.callsFor(account.handle)).channels;
    await expect.poll(requested, pollTimeout).toBe(2);
    await control.endTimeouts(5_000);
  }
  return { account, before, stored, reply: await reply };
}

describe('a refresh without a usable picture', () => {
  type Fault = NonNullable<Change['fails']>;
  const kinds = ['no-image', 'image-500', 'svg-image', 'huge-image', 'redirect-image', 'foreign-image'] as const;
  const alike = depth<readonly Fault[]>([], ['html-image', 'gif-image', '500', 'malformed']);
  test.each([...kinds, ...alike, 'timeout' as const])('changes nothing after %s', async (fails) => {
    const { account, before, stored, reply } = await refreshedAnew(fails);
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(reply.text).not.toMatch(/http|YouTube|svg|html|Error/);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await storedOf(account)).toEqual(stored);
    expect((await site.get(pathOf(before))).status).toBe(200);
  });

  test('requests nothing more until the reset once the quota of the day is refused', async () => {
    expect((await refreshedAnew('quota')).reply.status).toBe(503);
    await aSecondLater();
    const other = await accounts.anAccount();
    expect([(await other.refresh()).status, (await simulator.callsFor(other.handle)).channels ?? 0]).toEqual([503, 0]);
    await market.pool.query('update platform_windows set closed_until = null');
  });

  test('changes nothing after the platform has deleted the account', async () => {
    const account = await accounts.anAccount();
    await simulator.change(account.handle, { isGone: true });
    expect((await account.refresh()).status).toBe(503);
  });

  test('logs no platform key', async () => {
    const log = readFileSync(stack.logFile, 'utf8');
    const { youtubeKey } = JSON.parse(readFileSync(path.join(path.dirname(stack.logFile), 'secrets.json'), 'utf8'));
    expect(log).toContain('quotaExceeded');
    expect(youtubeKey).toMatch(/^.{40,}$/);
    expect(log).not.toContain(youtubeKey);
  });
});
