import { beforeEach, describe, expect, test } from 'vitest';
import type { Grant } from '../../../../functions/platform/social/social-platform.ts';
import { isOneLimit, windowOf } from '../../../../functions/platform/social/windows.ts';
import { x } from '../../../../functions/platform/social/x/x.ts';
import type { SimulatedPost } from '../../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { x as simulated } from '../../../../scripts/local/endpoints/social-simulator/x/x.ts';
import { expectMostInOneCall, expectNothingRequested, expectWait } from '../../../support/social/adapter-checks.ts';
import { testFaults, testRefusingMeter, testRepeatedCursor } from '../../../support/social/adapter-tests.ts';
import { failureOf } from '../../../support/social/failure-of.ts';
import { ownPlatform } from '../../../support/social/own-platform.ts';
import { appToken, grantToken } from '../../../support/social/plain-world.ts';
import { serveRecorded } from '../../../support/social/recorded.ts';
import { aSimulatedAccount, aSimulatedPost } from '../../../support/social/simulated-account.ts';

const platform = await ownPlatform(simulated);
const { world, meter, endpoint } = platform;
const adapter = () => x({ apiUrl: endpoint.url, appToken }, meter);

const postOf = (id: string) => aSimulatedPost({ id, media: 'TEXT', title: 'A post' });
const account = (posts: readonly SimulatedPost[]) =>
  aSimulatedAccount({ externalId: '555', handle: 'writer', title: 'Writer', posts });
const grant: Grant = { accessToken: grantToken, externalId: '555', accountId: 7 };

beforeEach(() => {
  world.accounts = [account([postOf('1234567890')])];
  world.grant = { account: account([]), scopes: ['tweet.read', 'users.read', 'offline.access'] };
});

describe("X's adapter", () => {
  test('knows no channel of an unknown or impossible handle, and lists nothing of a deleted one', async () => {
    expect(await adapter().channel({ handle: 'nobody' }, 'APP')).toBeNull();
    expect(meter.calls).toBe(1);
    expect(await adapter().channel({ handle: 'no body!' }, 'APP')).toBeNull();
    expect(await adapter().channel({ externalId: 'x' }, 'APP')).toBeNull();
    expect(await adapter().latest('x', 'APP', { limit: 5 })).toEqual({ posts: [], next: null });
    expect(meter.calls).toBe(1);
    expect(await adapter().latest('999', 'APP', { limit: 5 })).toEqual({ posts: [], next: null });
  });

  test('reads the account of a grant, and refuses the one of the application without a request', async () => {
    expect((await adapter().channel('OWN', grant))?.externalId).toBe('555');
    expect(meter.spent).toEqual([{ bucket: 'me:user:7', calls: 1, units: 1 }]);
    const without = x({ apiUrl: endpoint.url, appToken: undefined }, meter);
    await expectNothingRequested(platform, 'REFUSED', [
      () => adapter().channel('OWN', 'APP'),
      () => without.posts(['1'], 'APP'),
    ]);
  });

  test('refuses no ids and more than 100, and spends a unit for each post of one call', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => String(1_000 + index));
    world.accounts = [account(ids.map(postOf))];
    await expectMostInOneCall(platform, ids, (asked) => adapter().posts(asked, 'APP'));
    expect(meter.spent).toEqual([{ bucket: 'tweets', calls: 1, units: 100 }]);
  });

  test('spends the posts of a page of the timeline', async () => {
    await adapter().latest('555', 'APP', { limit: 20 });
    await adapter().latest('555', grant, { limit: 1 });
    expect(meter.spent).toEqual([
      { bucket: 'timeline', calls: 1, units: 20 },
      { bucket: 'timeline:user:7', calls: 1, units: 5 },
    ]);
  });

  test('has a window for each bucket that it spends', async () => {
    for (const by of ['APP', grant] as const) {
      await adapter().posts(['1234567890'], by);
      await adapter().latest('555', by, { limit: 5 });
      await adapter().channel({ handle: 'writer' }, by);
    }
    await adapter().channel('OWN', grant);
    const buckets = new Set(meter.spent.map(({ bucket }) => bucket));
    const names = [...buckets].map((bucket) => bucket.replace(':user:7', ':user'));
    expect(Object.keys(adapter().windows).sort()).toEqual(names.sort());
    const { windows } = adapter();
    for (const bucket of buckets) expect(windowOf(windows, bucket), bucket).toMatchObject({ seconds: 900 });
  });

  test('has no limit for the accounts that are being connected, and a refused one stops no other', async () => {
    const { accountId: _, ...connecting } = grant;
    await adapter().channel('OWN', connecting);
    const [{ bucket = '' } = {}] = meter.spent;
    expect([bucket, windowOf(adapter().windows, bucket), isOneLimit(bucket)]).toEqual([
      'me:user:connecting',
      null,
      false,
    ]);
    expect(['me:user:7', 'me', 'user'].every(isOneLimit)).toBe(true);
  });

  testRefusingMeter(platform, [
    () => adapter().posts(['1'], grant),
    () => adapter().latest('555', grant, { limit: 5 }),
    () => adapter().channel('OWN', grant),
  ]);

  testFaults(platform, {
    call: () => adapter().posts(['1234567890'], grant),
    spent: { bucket: 'tweets:user:7', calls: 1, units: 1 },
    requested: 'tweets',
    ownFaults: [
      ['quota', 'LIMITED'],
      ['partial-errors', 'SILENT'],
    ],
  });

  testRepeatedCursor(platform, (cursor) => adapter().latest('555', 'APP', { limit: 5, cursor }));

  test('refuses a grant that lacks a scope', async () => {
    world.grant = { account: account([]), scopes: ['users.read'] };
    expect((await failureOf(adapter().posts(['1234567890'], grant))).kind).toBe('GRANT_REFUSED');
  });

  test('takes the posts of a protected account for a refusal, not for an empty list', async () => {
    const errors = [{ resource_id: '555', type: 'https://api.x.com/2/problems/not-authorized-for-resource' }];
    const recorded = await serveRecorded({ '/users/555/tweets': { body: { errors } } });
    const failure = await failureOf(x({ apiUrl: recorded.url, appToken }, meter).latest('555', 'APP', { limit: 5 }));
    await recorded.stop();
    expect(failure.kind).toBe('NOT_GRANTED');
  });

  test('reports the window of each answer, and its end after too many requests', async () => {
    await adapter().posts(['1234567890'], 'APP');
    expect(meter.reports).toMatchObject([{ bucket: 'tweets', remaining: 899 }]);
    world.fault = '429';
    const failure = await failureOf(adapter().posts(['1234567890'], grant));
    expect(meter.reports[1]).toMatchObject({ bucket: 'tweets:user:7', remaining: 0 });
    expectWait(meter.reports[1], 590, 605);
    expect(failure.details.retryAfterSeconds).toBeGreaterThan(590);
  });

  test('waits 60 seconds after a refusal that states no window', async () => {
    world.fault = 'quota';
    await failureOf(adapter().posts(['1234567890'], grant));
    expectWait(meter.reports[0], 58, 61);
  });

  test('takes pictures of X alone', async () => {
    await expect(adapter().image('https://example.com/picture.jpg')).rejects.toThrow('no usable picture');
  });
});
