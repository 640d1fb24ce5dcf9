import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import type { Market } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { begin, begunBy, comeBack, connect, decide } from '../../support/social/sign-in.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import { type OwnStack, startStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let simulator: ReturnType<typeof simulatorOf>;
ownMarket(async (own) => {
  ({ stack, market } = own);
  simulator = simulatorOf(stack.socialUrl);
});

const aCreator = () => aPerson(stack.baseUrl, { roles: ['CREATOR'] });
const aName = () => `signs-${randomBytes(5).toString('hex')}`;
const accountsOf = async (person: Person) => (await person.api.get('/social-accounts')).body.data;
const readonlyScope = 'https://www.googleapis.com/auth/youtube.readonly';
const analyticsScope = 'https://www.googleapis.com/auth/yt-analytics.readonly';
const platforms = ['YOUTUBE', 'TIKTOK', 'INSTAGRAM', 'X', 'TWITCH', 'KICK'];

describe('a sign-in at the platform', () => {
  test('connects an account without the permission to read its audience', async () => {
    const [creator, handle] = [await aCreator(), aName()];
    const { authorizeUrl, cookie } = await begin(creator);
    const back = await comeBack(await decide(authorizeUrl, { handle, scopes: [readonlyScope] }), cookie);
    expect(back.status).toBe(200);
    expect((await accountsOf(creator))[0].socialConnection).toMatchObject({
      status: 'ACTIVE',
      scopes: [readonlyScope],
    });
  });

  test('proves the account, and shows a page without a path to return to', async () => {
    const [creator, handle] = [await aCreator(), aName()];
    await simulator.change(handle, { followers: 52_100 });
    const back = await connect(creator, handle);
    expect(back.status).toBe(200);
    expect(back.text).toContain(`Connected as ${handle}`);
    expect(back.headers.get('cache-control')).toBe('no-store');
    expect(await accountsOf(creator)).toMatchObject([
      {
        platform: 'YOUTUBE',
        handle,
        status: 'ACTIVE',
        isVerified: true,
        verifiedVia: 'PLATFORM_API',
        followers: 52_100,
        socialConnection: {
          status: 'ACTIVE',
          scopes: [readonlyScope, analyticsScope],
          connectedAt: expect.any(String),
          sharing: null,
        },
      },
    ]);
  });

  test('returns to a path of this service, and keeps the consent that was given', async () => {
    const creator = await aCreator();
    const body = { platform: 'YOUTUBE', returnTo: '/creators?connected=1', shareMetrics: true };
    const back = await connect(creator, aName(), body);
    expect([back.status, back.location]).toEqual([303, `${stack.baseUrl}/creators?connected=1`]);
    const [{ id, socialConnection }] = await accountsOf(creator);
    expect(socialConnection.sharing).toEqual({ version: '2026-12', consentedAt: expect.any(String) });
    const consents = await market.pool.query(
      'select kind, version from account_consents where social_account_id = $1',
      [id],
    );
    expect(consents.rows).toEqual([{ kind: 'GIVEN', version: '2026-12' }]);
  });

  test('records the consent to the text that its page showed, also if there is a newer one when the browser comes back', async () => {
    const [creator, handle] = [await aCreator(), aName()];
    const { authorizeUrl, cookie } = await begin(creator, { platform: 'YOUTUBE', shareMetrics: true });
    await market.pool.query(`update oauth_states set sharing_version = '2026-11' where user_id = $1`, [creator.userId]);
    await comeBack(await decide(authorizeUrl, { handle }), cookie);
    const [{ socialConnection }] = await accountsOf(creator);
    expect(socialConnection.sharing).toMatchObject({ version: '2026-11' });
  });

  test('is refused with a consent to a former text, and so is the consent of a connected account', async () => {
    const creator = await aCreator();
    const former = { sharingVersion: '2026-11' };
    const path = '/social-accounts/connections';
    const begun = await creator.api.post(path, { platform: 'YOUTUBE', shareMetrics: true, ...former });
    refused(begun, 'VERSION_CONFLICT');
    await connect(creator, aName(), { platform: 'YOUTUBE', ...former });
    const [{ id, socialConnection }] = await accountsOf(creator);
    expect(socialConnection.sharing).toBeNull();
    refused(await creator.api.put(`/social-accounts/${id}/sharing`, { enabled: true, ...former }), 'VERSION_CONFLICT');
    const withdrawn = await creator.api.put(`/social-accounts/${id}/sharing`, { enabled: false, ...former });
    expect(withdrawn.status).toBe(200);
  });

  test('proves the account that its owner has added before', async () => {
    const [creator, handle] = [await aCreator(), aName()];
    const added = await creator.api.post('/social-accounts', { platform: 'YOUTUBE', handle });
    await connect(creator, handle);
    expect(await accountsOf(creator)).toMatchObject([
      { id: added.body.data.id, status: 'ACTIVE', verifiedVia: 'PLATFORM_API', version: 2 },
    ]);
  });

  test('again replaces the connection of the same account', async () => {
    const [creator, handle] = [await aCreator(), aName()];
    await connect(creator, handle);
    await simulator.change(handle, { followers: 7 });
    await connect(creator, handle);
    expect(await accountsOf(creator)).toMatchObject([{ followers: 7, version: 2 }]);
  });

  test('schedules the next read of the profile after half of its lifetime, and after 15 days at a platform that does not limit it', async () => {
    const [creator, added, handle] = [await aCreator(), aName(), aName()];
    const pending = (await creator.api.post('/social-accounts', { platform: 'YOUTUBE', handle: added })).body.data;
    for (const name of [added, handle]) await connect(creator, name);
    const unlimited = await begin(creator, { platform: 'TIKTOK' });
    await comeBack(await decide(unlimited.authorizeUrl, { handle }), unlimited.cookie);
    const { rows } = await market.pool.query(
      `select id::int, platform, round(extract(epoch from picture_due_at - profile_at) / 86400)::int as days
       from social_accounts where owner_id = $1 order by id`,
      [creator.userId],
    );
    expect(rows).toEqual([
      { id: pending.id, platform: 'YOUTUBE', days: 15 },
      { id: expect.any(Number), platform: 'YOUTUBE', days: 15 },
      { id: expect.any(Number), platform: 'TIKTOK', days: 15 },
    ]);
  });

  test('connects an account of TikTok whose owner does not share the statistics', async () => {
    const creator = await aCreator();
    const { authorizeUrl, cookie } = await begin(creator, { platform: 'TIKTOK' });
    const scopes = ['user.info.basic', 'user.info.profile', 'video.list'];
    expect((await comeBack(await decide(authorizeUrl, { handle: aName(), scopes }), cookie)).status).toBe(200);
    expect(await accountsOf(creator)).toMatchObject([
      { platform: 'TIKTOK', status: 'ACTIVE', followers: null, socialConnection: { status: 'ACTIVE', scopes } },
    ]);
  });

  test('connects several accounts in one browser at once', async () => {
    const creator = await aCreator();
    const [one, other] = [await begin(creator), await begin(creator)];
    const cookies = `${one.cookie}; ${other.cookie}`;
    const [first, second] = [
      await decide(one.authorizeUrl, { handle: aName() }),
      await decide(other.authorizeUrl, { handle: aName() }),
    ];
    expect((await comeBack(second, cookies)).status).toBe(200);
    expect((await comeBack(first, cookies)).status).toBe(200);
    expect(await accountsOf(creator)).toHaveLength(2);
  });
});

describe('the start of a connection', () => {
  let caller: Person;
  beforeAll(async () => {
    caller = await aCreator();
  });

  test('binds the sign-in page to a state, to PKCE and to this service', async () => {
    const reply = await (await aCreator()).api.post('/social-accounts/connections', { platform: 'YOUTUBE' });
    const { origin, pathname, searchParams } = new URL(begunBy(reply).authorizeUrl);
    expect(`${origin}${pathname}`).toBe(`${stack.socialUrl}/youtube/oauth/authorize`);
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'castline',
      redirect_uri: `${stack.baseUrl}/oauth/youtube/callback`,
      scope: `${readonlyScope} ${analyticsScope}`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
    });
    const cookie = reply.headers.get('set-cookie');
    expect(cookie).toMatch(
      /^castline_oauth_[0-9a-f]{16}=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test('with a used Idempotency-Key starts another connection', async () => {
    const [creator, key] = [await aCreator(), randomUUID()];
    const start = () => creator.api.post('/social-accounts/connections', { platform: 'YOUTUBE' }, { key });
    const [first, second] = [begunBy(await start()), begunBy(await start())];
    expect(second.authorizeUrl).not.toBe(first.authorizeUrl);
    expect(second.cookie).not.toBe(first.cookie);
    const callback = await decide(second.authorizeUrl, { handle: aName() });
    expect((await comeBack(callback, second.cookie)).status).toBe(200);
  });

  test.each([
    '//evil.example',
    '/.//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'creators',
    '/a b',
    '/a\nb',
    '',
  ])('refuses to return to %j', async (returnTo) => {
    const reply = await caller.api.post('/social-accounts/connections', { platform: 'YOUTUBE', returnTo });
    refused(reply, 'VALIDATION_FAILED');
  });

  test('is refused by key, and for an advertiser', async () => {
    expect((await caller.keyed.post('/social-accounts/connections', { platform: 'YOUTUBE' })).status).toBe(404);
    const advertiser = await aPerson(stack.baseUrl, { roles: ['ADVERTISER'] });
    refused(await advertiser.api.post('/social-accounts/connections', { platform: 'YOUTUBE' }), 'ROLE_NOT_ALLOWED');
  });
});

test('a platform without settings is refused, for accounts and for connections', async () => {
  // A key alone offers codes in the profile, but no sign-in.
  const bare = await startStack({ vars: { YOUTUBE_API_KEY: 'a-key' } });
  const { api } = await aPerson(bare.baseUrl, { roles: ['CREATOR'] });
  const added = await Promise.all(
    platforms.map((platform) => api.post('/social-accounts', { platform, handle: 'maya' })),
  );
  const begun = await Promise.all(platforms.map((platform) => api.post('/social-accounts/connections', { platform })));
  const kept = (await api.get('/social-accounts')).body.data;
  await bare.stop();
  const [byKey, ...others] = added;
  expect([byKey?.status, kept.length]).toEqual([201, 1]);
  for (const reply of [...others, ...begun]) {
    refused(reply, 'WRITE_NOT_AVAILABLE_FOR_FEATURE');
    expect([reply.status, reply.headers.get('set-cookie')]).toEqual([503, null]);
  }
});
