import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '../../../scripts/local/social-simulator/library.ts';
import { accountsOf } from '../../support/accounts.ts';
import { clientOf } from '../../support/client.ts';
import { marketOf } from '../../support/market.ts';
import { untilStatus } from '../../support/people.ts';
import { shared } from '../../support/shared.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { withinASecond } from '../catalog/shelf.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const simulator = simulatorOf(shared.socialUrl);
const { aCreator, anAccount, publishPageOf, rest } = accountsOf(baseUrl, market);
const site = clientOf(baseUrl, null, '');
afterAll(() => market.close());

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const pathOf = (url: string) => url.replace(baseUrl, '');
const storedOf = ({ id }: { id: number }) =>
  market.one(
    `select s.avatar_url, c.avatar_url as of_creator,
       (select count(*)::int from avatars where social_account_id = s.id) as pictures
     from social_accounts s join creators c on c.user_id = s.owner_id where s.id = $1`,
    [id],
  );

describe('a refresh', () => {
  test('takes over the picture that the platform has: account, profile and page name our copy of it', async () => {
    const account = await anAccount();
    const publicId = await publishPageOf(account);
    const guest = clientOf(baseUrl, null, '/api/v1');
    expect((await guest.get(`/creator-pages/${publicId}`)).body.data.avatarUrl).toBeNull();

    const reply = await account.refresh();
    expect(reply.text).toContain('avatarUrl');
    expect(reply.body).toEqual({
      data: {
        id: account.id,
        socialAccountId: account.id,
        platform: 'YOUTUBE',
        handle: account.handle,
        status: 'ACTIVE',
        isVerified: true,
        verifiedVia: 'BIO_CODE',
        statsAvailability: 'PENDING',
        avatarUrl: expect.stringMatching(new RegExp(`^${baseUrl}/avatars/[0-9a-f-]{36}$`)),
      },
    });
    const { avatarUrl } = reply.body.data;
    expect(await storedOf(account)).toEqual({ avatar_url: avatarUrl, of_creator: avatarUrl, pictures: 1 });
    const atPlatform = `${shared.socialUrl}/pictures/${simulator.externalIdOf(account.handle)}`;
    expect(await bytesAt(avatarUrl)).toEqual(await bytesAt(atPlatform));
    const isOnPage = async () => (await guest.get(`/creator-pages/${publicId}`)).body.data.avatarUrl === avatarUrl;
    expect(await withinASecond(isOnPage)).toBe(true);
  });

  test('replaces the picture before: that one is gone, its file too', async () => {
    const account = await anAccount();
    const before = (await account.refresh()).body.data.avatarUrl;
    expect((await site.get(pathOf(before))).status).toBe(200);
    await rest(account);
    await simulator.change(account.handle, { picture: 'another' });
    const after = (await account.refresh()).body.data.avatarUrl;
    expect(after).not.toBe(before);
    await untilStatus(() => site.get(pathOf(before)), 404, 1_500);
    expect((await site.get(pathOf(after))).status).toBe(200);
    await expect.poll(async () => (await storedOf(account)).pictures).toBe(1);
  });

  test('is refused within a minute of the last attempt, and says for how long', async () => {
    const account = await anAccount();
    await account.refresh();
    const again = await account.refresh();
    expect({ status: again.status, code: again.body.code }).toEqual({ status: 429, code: 'RATE_LIMITED' });
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(await simulator.callsFor(account.handle)).toEqual({ channels: 1, pictures: 1 });
    await rest(account);
    expect((await account.refresh()).status).toBe(200);
  });

  test('that failed counts as one: nobody asks the platform again and again by failing', async () => {
    const account = await anAccount();
    await simulator.change(account.handle, { fails: 'no-image' });
    expect((await account.refresh()).status).toBe(503);
    for (let again = 0; again < 3; again++) expect((await account.refresh()).status).toBe(429);
    expect(await simulator.callsFor(account.handle)).toMatchObject({ channels: 1 });
  });

  test('tells of a verified audience', async () => {
    const account = await anAccount();
    await market.pool.query(
      `insert into audience_snapshots (social_account_id, source, captured_at, verified_at) values ($1, 'MANUAL', now(), now())`,
      [account.id],
    );
    expect((await account.refresh()).body.data.statsAvailability).toBe('AVAILABLE');
  });

  test('of three at once is done once, and the others are told to wait', async () => {
    const account = await anAccount();
    const replies = await Promise.all([account.refresh(), account.refresh(), account.refresh()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    for (const { headers } of replies.filter(({ status }) => status === 429))
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(50);
    expect(await simulator.callsFor(account.handle)).toEqual({ channels: 1, pictures: 1 });
    const { avatar_url, pictures } = await storedOf(account);
    expect([(await site.get(pathOf(avatar_url))).status, pictures]).toEqual([200, 1]);
  });

  test('is refused to a user for whom the platform was asked fifty times today, and to nobody else', async () => {
    const [first, other] = [await anAccount(), await anAccount()];
    expect((await first.refresh()).status).toBe(200);
    const share = (assignment: string) =>
      market.pool.query(`update platform_asks set ${assignment} where user_id = $1`, [first.owner.userId]);
    await share('used = 49');
    const accounts = await Promise.all(Array.from({ length: 4 }, () => anAccount({ owner: first.owner })));
    const replies = await Promise.all(accounts.map(({ refresh }) => refresh()));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429]);
    for (const { status, body } of replies) if (status === 429) expect(body.code).toBe('RATE_LIMITED');
    expect((await other.refresh()).status).toBe(200);
    await share(`day = day - 1`);
    await rest(first);
    expect((await first.refresh()).status).toBe(200);
  });
});

describe('only the owner, by token', () => {
  test('a key is refused, and there is no path for keys', async () => {
    const { id, owner } = await anAccount();
    const byKey = await clientOf(baseUrl, owner.apiKey, '/api/v1').post(
      `/creator/social-accounts/${id}/avatar/refresh`,
    );
    expect({ status: byKey.status, code: byKey.body.code }).toEqual({ status: 401, code: 'JWT_INVALID' });
    expect((await owner.keyed.post(`/creator/social-accounts/${id}/avatar/refresh`)).status).toBe(404);
  });

  test("another's account and one that is not there look the same", async () => {
    const { id, handle } = await anAccount();
    const stranger = await aCreator();
    const foreign = await stranger.api.post(`/creator/social-accounts/${id}/avatar/refresh`);
    const absent = await stranger.api.post('/creator/social-accounts/9007199254740991/avatar/refresh');
    expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
    expect(await simulator.callsFor(handle)).toEqual({});
  });

  test.each(['PENDING', 'BLOCKED', 'SUSPENDED', 'SOLD', 'DELETED'])(
    'an account that is %s is refused',
    async (status) => {
      const account = await anAccount({ status });
      const reply = await account.refresh();
      expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 403, code: 'ACCOUNT_ACCESS_DENIED' });
      expect(await simulator.callsFor(account.handle)).toEqual({});
    },
  );

  test('an account that is not verified is refused', async () => {
    const account = await anAccount();
    await market.pool.query('update social_accounts set is_verified = false where id = $1', [account.id]);
    const reply = await account.refresh();
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 403, code: 'ACCOUNT_ACCESS_DENIED' });
    expect(await simulator.callsFor(account.handle)).toEqual({});
  });

  test('no address is taken from the caller', async () => {
    const account = await anAccount();
    for (const body of [
      { url: 'https://evil.example/a.png' },
      { avatarUrl: 'https://yt3.ggpht.com/a' },
      { source: '' },
    ]) {
      const reply = await account.refresh(body);
      expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    }
    expect(await simulator.callsFor(account.handle)).toEqual({});
    expect((await account.refresh({})).status).toBe(200);
  });

  test.each(['TWITCH', 'KICK', 'TIKTOK', 'INSTAGRAM', 'X'])(
    '%s cannot be asked yet, which costs nothing',
    async (platform) => {
      const account = await anAccount({ platform });
      const reply = await account.refresh();
      expect({ status: reply.status, code: reply.body.code }).toEqual({
        status: 503,
        code: 'WRITE_NOT_AVAILABLE_FOR_FEATURE',
      });
      expect(
        Number(
          (
            await market.one(
              `select count(*) from platform_budgets where platform = $1 and day > now() - interval '2 days'`,
              [platform],
            )
          ).count,
        ),
      ).toBe(0);
    },
  );
});

/** Refreshed once, and once more while the platform fails like that. */
async function refreshedAnew(fails: NonNullable<Change['fails']>) {
  const account = await anAccount();
  const before = (await account.refresh()).body.data.avatarUrl;
  await rest(account);
  await simulator.change(account.handle, { fails });
  return { account, before, reply: await account.refresh() };
}
// The Worker waits five seconds for it: the other tests go on meanwhile.
let outlasted: ReturnType<typeof refreshedAnew>;
beforeAll(() => {
  outlasted = refreshedAnew('timeout');
  outlasted.catch(() => undefined);
});

describe('what is no usable picture changes nothing', () => {
  const all = [
    'no-image',
    'image-500',
    'html-image',
    'svg-image',
    'gif-image',
    'huge-image',
    'redirect-image',
  ] as const;
  test.each([...all, 'foreign-image', 'quota', '500', 'malformed', 'timeout'] as const)('%s', async (fails) => {
    const { account, before, reply } = await (fails === 'timeout' ? outlasted : refreshedAnew(fails));
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(reply.text).not.toMatch(/http|YouTube|svg|html|Error/);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await storedOf(account)).toEqual({ avatar_url: before, of_creator: before, pictures: 1 });
    expect((await site.get(pathOf(before))).status).toBe(200);
  });

  test('nor does an account that the platform knows no more', async () => {
    const account = await anAccount();
    await simulator.change(account.handle, { isGone: true });
    expect((await account.refresh()).status).toBe(503);
  });

  test('and the key of the platform is in no log line', async () => {
    const log = readFileSync(shared.logFile, 'utf8');
    const { youtubeKey } = JSON.parse(readFileSync(path.join(path.dirname(shared.logFile), 'secrets.json'), 'utf8'));
    expect(log).toContain('quotaExceeded');
    expect(youtubeKey).toMatch(/^.{40,}$/);
    expect(log).not.toContain(youtubeKey);
  });
});
