import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import type { Platform } from '../../../schema/shared/enums.ts';
import type { Market } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { connect } from '../../support/social/sign-in.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
ownMarket(async (own) => {
  ({ stack, market, control } = own);
});

const aCreator = () => aPerson(stack.baseUrl, { roles: ['CREATOR'] });
const aName = () => `proves${randomBytes(4).toString('hex')}`;
const at = (platform: Platform) => simulatorOf(stack.socialUrl, platform);

interface Claim {
  readonly id: number;
  readonly handle: string;
  readonly code: string;
  readonly owner: Person;
}

type Stated = Parameters<ReturnType<typeof simulatorOf>['change']>[1];

/** An account whose profile shows its code, and states this besides. */
async function aClaim(stated: Stated = {}, platform: Platform = 'YOUTUBE', by?: Person): Promise<Claim> {
  const [owner, handle] = [by ?? (await aCreator()), aName()];
  const { body } = await owner.api.post('/social-accounts', { platform, handle });
  const { code } = body.data.verification;
  await at(platform).change(handle, { description: code, ...stated });
  return { id: body.data.id, handle, code, owner };
}

const statusOf = async ({ id, owner }: Claim) =>
  (await owner.keyed.get(`/social-accounts/${id}/verification`)).body.data.status;
const statusesOf = (claims: readonly Claim[]) => Promise.all(claims.map(statusOf));
const accountsOf = async ({ keyed }: Person) => (await keyed.get('/social-accounts')).body.data;
/** The failures so far, and in how many minutes the next check is due. */
const nextCheckOf = async ({ id }: Claim) =>
  market.one(
    `select failures, round(extract(epoch from check_due_at - $2) / 60)::int as minutes
     from account_claims where social_account_id = $1`,
    [id, await control.now()],
  );

/** Requests all checks, in this order, before the job makes the first. */
async function request(claims: readonly Claim[]): Promise<void> {
  await control.queues('hold');
  for (const { id, owner } of claims) await owner.api.post(`/social-accounts/${id}/verification/check`, {});
  await control.untilNothingIsDeferred();
  await control.queues('up');
}

async function checked(...claims: readonly Claim[]): Promise<void> {
  await request(claims);
  await control.untilQueuesAreEmpty();
}

async function fiveMinutesLater(): Promise<void> {
  await control.moveOn(5 * 60_000);
  await control.run('check-accounts');
}

describe('an unusable profile', () => {
  test('proves nothing, and delays no check of another account', async () => {
    const unusable = {
      'of 200 characters': 'x'.repeat(200),
      'with NUL': 'ma\u0000ya',
      'with a lone surrogate': 'ma\ud83dya',
    };
    const unproven: Claim[] = [];
    for (const handle of Object.values(unusable)) unproven.push(await aClaim({ handle }));
    const other = await aClaim();
    await checked(...unproven, other);
    expect(await statusOf(other)).toBe('VERIFIED');
    for (const [n, name] of Object.keys(unusable).entries()) {
      const claim = unproven[n] ?? other;
      expect(await statusOf(claim), name).toBe('ACTIVE');
      expect(await nextCheckOf(claim), name).toEqual({ failures: 1, minutes: 5 });
      const pending = { status: 'PENDING', handle: claim.handle, title: null };
      expect(await accountsOf(claim.owner), name).toMatchObject([pending]);
    }
  });

  test('proves its account by the same code once it is usable', async () => {
    const claim = await aClaim({ handle: 'x'.repeat(200) });
    await checked(claim);
    await at('YOUTUBE').change(claim.handle, { description: claim.code });
    await fiveMinutesLater();
    expect(await statusOf(claim)).toBe('VERIFIED');
  });

  test('ends a sign-in with the page of an absent platform, and nothing is stored', async () => {
    const [creator, handle] = [await aCreator(), aName()];
    await at('YOUTUBE').change(handle, { handle: 'ma\u0000ya' });
    const back = await connect(creator, handle);
    expect([back.status, back.text]).toEqual([502, expect.stringContaining('YouTube does not answer')]);
    expect(await accountsOf(creator)).toEqual([]);
  });
});

test('a title with NUL is corrected and cut, and its account is verified', async () => {
  const claim = await aClaim({ title: `Ma\u0000ya${'x'.repeat(200)}` });
  await checked(claim);
  expect(await accountsOf(claim.owner)).toMatchObject([{ status: 'ACTIVE', title: `Ma ya${'x'.repeat(195)}` }]);
});

describe('a check that ends with a defect', () => {
  /** Postgres refuses every proof of this account. */
  async function refuseProof({ id }: Claim): Promise<void> {
    await market.pool.query(
      `create function refuse_for_test() returns trigger language plpgsql as $$ begin raise 'a defect'; end $$;
       create trigger refuse_for_test before update on social_accounts for each row
         when (old.id = ${id}) execute function refuse_for_test()`,
    );
  }
  const acceptProofs = () => market.pool.query('drop function if exists refuse_for_test cascade');
  afterEach(acceptProofs);

  test('delays no check of another account, and is made again later', async () => {
    const claims = [await aClaim(), await aClaim(), await aClaim({}, 'TWITCH')] as const;
    await refuseProof(claims[0]);
    await checked(...claims);
    expect(await statusesOf(claims)).toEqual(['ACTIVE', 'VERIFIED', 'VERIFIED']);
    expect(await nextCheckOf(claims[0])).toEqual({ failures: 1, minutes: 5 });
    await acceptProofs();
    await fiveMinutesLater();
    expect(await statusOf(claims[0])).toBe('VERIFIED');
  });

  test('the defect is an error in the log, with its account, and fails the job', async () => {
    const claim = await aClaim();
    await refuseProof(claim);
    await checked(claim);
    const lines = readFileSync(stack.logFile, 'utf8').split('\n');
    const errors = lines.filter((line) => line.includes('"level":"error"')).join('\n');
    expect(errors).toMatch(new RegExp(`"event":"account.check-failed","accountId":${claim.id},.*"detail":"a defect"`));
    expect(errors).toMatch(/"event":"job.failed".*"kind":"check-accounts".*"detail":"a defect"/);
  });
});

describe('a platform that sends no answer', () => {
  /** While the clock is held, the requests to a silent platform never end. */
  const whileItHangs = async (act: () => Promise<void>): Promise<void> => {
    await control.holdClock(true);
    try {
      await act();
    } finally {
      await control.endTimeouts(5_000);
      await control.holdClock(false);
    }
    await control.untilQueuesAreEmpty();
  };
  const manySilent = async () => {
    const owner = await aCreator();
    const claims: Claim[] = [];
    for (let n = 0; n < 11; n += 1) claims.push(await aClaim({ fails: 'timeout' }, 'YOUTUBE', owner));
    return claims;
  };
  const callsFor = async (claims: readonly Claim[]) =>
    (await Promise.all(claims.map(({ handle }) => at('YOUTUBE').callsFor(handle)))).flatMap(Object.values);

  test('delays no check at another platform, however many of its own are due before', async () => {
    const [silent, other] = [await manySilent(), await aClaim({}, 'TWITCH')];
    await whileItHangs(async () => {
      await request([...silent, other]);
      await expect.poll(() => statusOf(other)).toBe('VERIFIED');
      expect(await callsFor(silent)).toEqual([1]);
      // The next run checks the rest.
      for (const { handle } of silent) await at('YOUTUBE').forget(handle);
    });
  });

  test('the platform is asked once in a run, and its other checks are made five minutes later', async () => {
    const claims = [await aClaim({ fails: 'timeout' }), await aClaim({ fails: 'timeout' })];
    await whileItHangs(async () => {
      await request(claims);
      await expect.poll(() => callsFor(claims)).toEqual([1]);
    });
    expect(await callsFor(claims)).toEqual([1]);
    const next = await Promise.all(claims.map(nextCheckOf));
    expect(next.map(({ failures }) => failures).sort()).toEqual([0, 1]);
    expect(next.map(({ minutes }) => minutes)).toEqual([5, 5]);
    for (const { handle, code } of claims) await at('YOUTUBE').change(handle, { description: code });
    await fiveMinutesLater();
    expect(await statusesOf(claims)).toEqual(['VERIFIED', 'VERIFIED']);
  });

  test('a request that began while the clock was held ends at its timeout after the clock runs again', async () => {
    const claim = await aClaim({ fails: 'timeout' });
    await control.holdClock(true);
    await request([claim]);
    await expect.poll(() => callsFor([claim])).toEqual([1]);
    await control.holdClock(false);
    await control.untilQueuesAreEmpty();
    expect(await nextCheckOf(claim)).toEqual({ failures: 1, minutes: 5 });
  });

  test('an account whose requests alone get no answer delays the other accounts only once', async () => {
    const silent = await aClaim({ fails: 'timeout' });
    await whileItHangs(async () => {
      await request([silent]);
      await expect.poll(() => callsFor([silent])).toEqual([1]);
    });
    await control.moveOn(5 * 60_000);
    const others = [await aClaim(), await aClaim(), await aClaim()];
    await whileItHangs(async () => {
      await request(others);
      await expect.poll(() => statusesOf(others)).toEqual(['VERIFIED', 'VERIFIED', 'VERIFIED']);
    });
  });
});

describe('a limit is no failure of the account', () => {
  test('when the platform refuses more requests, its claim is checked once the platform takes them again', async () => {
    const claim = await aClaim({ fails: '429' }, 'TWITCH');
    await checked(claim);
    expect((await nextCheckOf(claim)).failures).toBe(0);
    expect((await nextCheckOf(claim)).minutes).toBeLessThanOrEqual(1);
    await at('TWITCH').change(claim.handle, { description: claim.code });
    await fiveMinutesLater();
    expect(await statusOf(claim)).toBe('VERIFIED');
  });

  test('when the requests of its owner are used up, its claim waits and costs no call', async () => {
    const first = await aClaim();
    await checked(first);
    await market.pool.query('update platform_user_budgets set used = 50 where user_id = $1', [first.owner.userId]);
    const second = await aClaim({}, 'YOUTUBE', first.owner);
    await checked(second);
    expect(await nextCheckOf(second)).toEqual({ failures: 0, minutes: 5 });
    expect(await at('YOUTUBE').callsFor(second.handle)).toEqual({});
    expect(await statusOf(second)).toBe('ACTIVE');
  });
});
