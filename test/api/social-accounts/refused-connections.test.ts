import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Market } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { begin, comeBack, connect, decide, type Returned } from '../../support/social/sign-in.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { sample } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
ownMarket(async (own) => {
  ({ stack, market, control } = own);
});

const aCreator = () => aPerson(stack.baseUrl, { roles: ['CREATOR'] });
let refused: Promise<Person> | undefined;
/** One creator for all tests that leave nothing with it. Its token is valid for minutes, so the first of them creates it. */
function aRefusedCreator(): Promise<Person> {
  refused ??= aCreator();
  return refused;
}
const aName = () => `signs-${randomBytes(5).toString('hex')}`;
const accountsOf = async (person: Person) => (await person.api.get('/social-accounts')).body.data;

async function expectNothingStored(person: Person): Promise<void> {
  expect(await accountsOf(person)).toEqual([]);
  expect((await market.one('select count(*)::int from social_grants')).count).toBe(await grantsBefore());
}
let grants = 0;
const grantsBefore = async () => grants;
const countGrants = async () => {
  grants = (await market.one('select count(*)::int from social_grants')).count;
};

describe('a sign-in stores nothing', () => {
  test('when the person refuses', async () => {
    const creator = await aCreator();
    await countGrants();
    const { authorizeUrl, cookie } = await begin(creator);
    const back = await comeBack(await decide(authorizeUrl, { handle: aName(), decision: 'deny' }), cookie);
    expect(back.status).toBe(400);
    expect(back.text).toContain('You did not allow the connection');
    await expectNothingStored(creator);
  });

  test('with another state, without a state, and at another platform', async () => {
    const creator = await aCreator();
    await countGrants();
    const { authorizeUrl, cookie } = await begin(creator);
    const right = new URL(await decide(authorizeUrl, { handle: aName() }));
    for (const change of [
      (url: URL) => url.searchParams.set('state', randomBytes(32).toString('base64url')),
      (url: URL) => url.searchParams.delete('state'),
      (url: URL) => Object.assign(url, { pathname: '/oauth/twitch/callback' }),
      (url: URL) => Object.assign(url, { pathname: '/oauth/myspace/callback' }),
    ]) {
      const wrong = new URL(right);
      change(wrong);
      const back = await comeBack(wrong.toString(), cookie);
      expect([back.status, back.text]).toEqual([400, expect.stringContaining('This sign-in is no longer valid')]);
    }
    await expectNothingStored(creator);
    expect((await comeBack(right.toString(), cookie)).status).toBe(200);
  });

  test('in another browser, and the right one can still finish it', async () => {
    const creator = await aCreator();
    const { authorizeUrl, cookie } = await begin(creator);
    const { cookie: foreign } = await begin(await aCreator());
    const callback = await decide(authorizeUrl, { handle: aName() });
    const [name] = cookie.split('=');
    for (const wrong of [null, foreign, `${name}=${randomBytes(32).toString('base64url')}`])
      expect((await comeBack(callback, wrong)).status).toBe(400);
    expect(await accountsOf(creator)).toEqual([]);
    expect((await comeBack(callback, cookie)).status).toBe(200);
  });

  test('a second time, also when both arrive at once', async () => {
    const creator = await aCreator();
    const { authorizeUrl, cookie } = await begin(creator);
    const callback = await decide(authorizeUrl, { handle: aName() });
    const backs = await Promise.all(Array.from({ length: 5 }, () => comeBack(callback, cookie)));
    expect(backs.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect((await comeBack(callback, cookie)).status).toBe(400);
    expect(await accountsOf(creator)).toHaveLength(1);
  });

  test('beyond the requests of a day, with a page that says so', async () => {
    const creator = await aCreator();
    const first = await begin(creator);
    await comeBack(await decide(first.authorizeUrl, { handle: aName() }), first.cookie);
    await market.pool.query('update platform_user_budgets set used = 50 where user_id = $1', [creator.userId]);
    const second = await begin(creator);
    const back = await comeBack(await decide(second.authorizeUrl, { handle: aName() }), second.cookie);
    expect([back.status, back.text]).toEqual([400, expect.stringContaining('too many requests today')]);
    expect(await accountsOf(creator)).toHaveLength(1);
  });

  test('beyond fifty accounts, also when two return at once, and keeps no token', async () => {
    const [creator, handles] = [await aCreator(), [aName(), aName()]];
    await market.pool.query(
      `insert into social_accounts (owner_id, platform, handle, status) select $1, 'YOUTUBE', 'fills-' || n, 'PENDING' from generate_series(1, 49) n`,
      [creator.userId],
    );
    await countGrants();
    const backs = await untilBothStore(creator, handles);
    expect(backs.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(backs.find(({ status }) => status === 400)?.text).toContain('You have too many accounts');
    const again = await connect(creator, aName());
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('You have too many accounts')]);
    const { count } = await market.one('select count(*)::int from social_accounts where owner_id = $1', [
      creator.userId,
    ]);
    expect([count, (await market.one('select count(*)::int from social_grants')).count]).toEqual([50, grants + 1]);
    await control.untilNothingIsDeferred();
    const kept = await Promise.all(handles.map((handle) => simulatorOf(stack.socialUrl).grantsOf(handle)));
    expect(kept.sort()).toEqual([0, 1]);
  });

  test('after ten minutes', async () => {
    const creator = await aCreator();
    const { authorizeUrl, cookie } = await begin(creator);
    const callback = await decide(authorizeUrl, { handle: aName() });
    await control.moveOn(10 * 60_000);
    expect((await comeBack(callback, cookie)).status).toBe(400);
    expect(await accountsOf(creator)).toEqual([]);
  });

  // Every second one occurs at the quick depth, with each fault at one of the platforms.
  const failures = [
    ['YOUTUBE', '500', 502, 'YouTube does not answer'],
    ['YOUTUBE', 'malformed', 502, 'YouTube does not answer'],
    ['YOUTUBE', 'revoked', 400, 'YouTube refused the sign-in'],
    ['TIKTOK', '500', 502, 'TikTok does not answer'],
    ['TIKTOK', 'malformed', 502, 'TikTok does not answer'],
    ['TIKTOK', '429', 503, 'TikTok accepts no more requests for now'],
    ['TIKTOK', 'scope-missing', 400, 'TikTok refused the sign-in'],
    ['TIKTOK', 'revoked', 400, 'TikTok refused the sign-in'],
    ['INSTAGRAM', '500', 502, 'Instagram does not answer'],
    ['INSTAGRAM', '429', 503, 'Instagram accepts no more requests for now'],
    ['INSTAGRAM', 'expired-token', 400, 'Instagram refused the sign-in'],
    ['INSTAGRAM', 'scope-missing', 400, 'Instagram refused the sign-in'],
  ] as const;
  test.each(sample(failures, failures.length / 2))(
    'when %s fails with %s',
    async (platform, fails, status, heading) => {
      const [creator, handle] = [await aRefusedCreator(), `signs${randomBytes(5).toString('hex')}`];
      // A refusal for too many requests in another of these tests has stopped the sign-ins, after its answer.
      await control.untilNothingIsDeferred();
      await market.pool.query('delete from platform_windows');
      await countGrants();
      const { authorizeUrl, cookie } = await begin(creator, { platform });
      await simulatorOf(stack.socialUrl, platform).change(handle, { fails });
      const back = await comeBack(await decide(authorizeUrl, { handle }), cookie);
      expect([back.status, back.text]).toEqual([status, expect.stringContaining(heading)]);
      await expectNothingStored(creator);
    },
  );

  const names = [
    ['YOUTUBE', 'YouTube'],
    ['TIKTOK', 'TikTok'],
  ] as const;
  test.each(sample(names, 1))('with an expired code of %s', async (platform, name) => {
    const creator = await aRefusedCreator();
    const { authorizeUrl, cookie } = await begin(creator, { platform });
    const callback = new URL(await decide(authorizeUrl, { handle: aName() }));
    callback.searchParams.set('code', 'code-that-was-used');
    const back = await comeBack(callback.toString(), cookie);
    expect([back.status, back.text]).toEqual([400, expect.stringContaining(`${name} refused the sign-in`)]);
    expect(await accountsOf(creator)).toEqual([]);
  });

  test('without a permission that it needs', async () => {
    const creator = await aRefusedCreator();
    const { authorizeUrl, cookie } = await begin(creator);
    const back = await comeBack(await decide(authorizeUrl, { handle: aName(), scopes: ['openid'] }), cookie);
    expect([back.status, back.text]).toEqual([400, expect.stringContaining('A permission is missing')]);
    expect(await accountsOf(creator)).toEqual([]);
  });

  test('for an account that another user has proven, or staff has blocked', async () => {
    const [owner, other, handle] = [await aCreator(), await aCreator(), aName()];
    await connect(owner, handle);
    const taken = await connect(other, handle);
    expect([taken.status, taken.text]).toEqual([400, expect.stringContaining('Another user has this account')]);
    expect(await accountsOf(other)).toEqual([]);
    await market.pool.query(`update social_accounts set status = 'BLOCKED', blocked_at = now() where handle = $1`, [
      handle,
    ]);
    expect((await connect(owner, handle)).text).toContain('This account is blocked');
  });

  test('for a user who was suspended meanwhile', async () => {
    const creator = await aCreator();
    const { authorizeUrl, cookie } = await begin(creator);
    const callback = await decide(authorizeUrl, { handle: aName() });
    await market.pool.query('update users set suspended_at = now() where id = $1', [creator.userId]);
    expect((await comeBack(callback, cookie)).text).toContain('You cannot connect accounts');
    const { count } = await market.one('select count(*)::int from social_accounts where owner_id = $1', [
      creator.userId,
    ]);
    expect(count).toBe(0);
  });
});

/** Two sign-ins that have both read how many accounts there are before one of them is stored. */
async function untilBothStore(creator: Person, handles: readonly string[]): Promise<Returned[]> {
  const ways = [];
  for (const handle of handles) {
    const { authorizeUrl, cookie } = await begin(creator);
    ways.push({ callback: await decide(authorizeUrl, { handle }), cookie });
  }
  // The insertion of a row of this user would wait for the lock too early.
  await market.pool.query(
    `insert into platform_user_budgets (user_id, platform, day, used) values ($1, 'YOUTUBE', current_date, 0)`,
    [creator.userId],
  );
  const holder = await market.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from users where id = $1 for update', [creator.userId]);
    const backs = Promise.all(ways.map(({ callback, cookie }) => comeBack(callback, cookie)));
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock'`;
    await expect.poll(async () => (await market.pool.query(waiting)).rowCount).toBe(2);
    await holder.query('rollback');
    return await backs;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}
