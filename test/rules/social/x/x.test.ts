import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Grant } from '../../../../functions/platform/social/social-platform.ts';
import { isOneLimit, windowOf } from '../../../../functions/platform/social/windows.ts';
import { x } from '../../../../functions/platform/social/x/x.ts';
import type { Endpoint } from '../../../../scripts/local/endpoints/endpoint.ts';
import type {
  SimulatedAccount,
  SimulatedPost,
} from '../../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { x as simulated } from '../../../../scripts/local/endpoints/social-simulator/x/x.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { failureOf } from '../../../support/social/failure-of.ts';
import { appToken, grantToken, PlainWorld, servePlatform } from '../../../support/social/plain-world.ts';
import { serveRecorded } from '../../../support/social/recorded.ts';
import { isFullDepth } from '../../../support/stack/depth.ts';

const world = new PlainWorld();
const meter = new CountingMeter();
let endpoint: Endpoint;
const adapter = () => x({ apiUrl: endpoint.url, appToken }, meter);

const postOf = (id: string): SimulatedPost => ({
  id,
  publishedAt: '2026-05-01T10:00:00.000Z',
  media: 'TEXT',
  title: 'A post',
  durationSeconds: null,
  state: 'PUBLIC',
  counts: { views: 7, likes: 6, comments: 5, saves: 4, shares: 3 },
});
const account = (posts: readonly SimulatedPost[]): SimulatedAccount => ({
  externalId: '555',
  handle: 'writer',
  title: 'Writer',
  description: 'About',
  followers: 12,
  posts,
  audience: null,
  pictureUrl: undefined,
});
const grant: Grant = { accessToken: grantToken, externalId: '555', accountId: 7 };

beforeAll(async () => {
  endpoint = await servePlatform(simulated, world);
});
afterAll(() => endpoint.stop());
beforeEach(() => {
  world.accounts = [account([postOf('1234567890')])];
  world.grant = { account: account([]), scopes: ['tweet.read', 'users.read', 'offline.access'] };
  world.fault = undefined;
  world.calls.length = 0;
  meter.clear();
  meter.isEmpty = false;
  endpoint.resetCount();
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
    meter.clear();
    endpoint.resetCount();
    expect((await failureOf(adapter().channel('OWN', 'APP'))).kind).toBe('NOT_GRANTED');
    const without = x({ apiUrl: endpoint.url, appToken: undefined }, meter);
    expect((await failureOf(without.posts(['1'], 'APP'))).kind).toBe('NOT_GRANTED');
    expect([meter.calls, endpoint.count]).toEqual([0, 0]);
  });

  test('refuses no ids and more than 100, and spends a unit for each post of one call', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => String(1_000 + index));
    await expect(adapter().posts([], 'APP')).rejects.toThrow('0 posts are not one call');
    await expect(adapter().posts(ids, 'APP')).rejects.toThrow('101 posts are not one call');
    expect(meter.calls).toBe(0);
    world.accounts = [account(ids.slice(0, 100).map(postOf))];
    const readings = await adapter().posts(ids.slice(0, 100), 'APP');
    expect([...readings.values()].filter((reading) => typeof reading === 'object')).toHaveLength(100);
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

  test('requests nothing when the meter refuses', async () => {
    meter.isEmpty = true;
    expect((await failureOf(adapter().posts(['1'], grant))).kind).toBe('OVER_BUDGET');
    expect((await failureOf(adapter().latest('555', grant, { limit: 5 }))).kind).toBe('OVER_BUDGET');
    expect((await failureOf(adapter().channel('OWN', grant))).kind).toBe('OVER_BUDGET');
    expect(endpoint.count).toBe(0);
  });

  test.each([
    ['429', 'LIMITED'],
    ['quota', 'LIMITED'],
    ['500', 'SILENT'],
    ['malformed', 'SILENT'],
    // It waits for five seconds, and another platform's test covers it at the quick depth.
    ...(isFullDepth ? ([['timeout', 'SILENT']] as const) : []),
    ['partial-errors', 'SILENT'],
    ['expired-token', 'NOT_GRANTED'],
    ['revoked', 'NOT_GRANTED'],
    ['scope-missing', 'NOT_GRANTED'],
  ] as const)('reads the fault %s as %s, after one paid request', async (fault, kind) => {
    world.fault = fault;
    expect((await failureOf(adapter().posts(['1234567890'], grant))).kind).toBe(kind);
    expect(meter.spent).toEqual([{ bucket: 'tweets:user:7', calls: 1, units: 1 }]);
    expect(world.calls).toEqual(['tweets']);
  });

  test('refuses a grant that lacks a scope', async () => {
    world.grant = { account: account([]), scopes: ['users.read'] };
    expect((await failureOf(adapter().posts(['1234567890'], grant))).kind).toBe('NOT_GRANTED');
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
    const waitMs = (meter.reports[1]?.resetsAt.getTime() ?? 0) - Date.now();
    expect(waitMs).toBeGreaterThan(590_000);
    expect(waitMs).toBeLessThan(605_000);
    expect(failure.details.retryAfterSeconds).toBeGreaterThan(590);
  });

  test('waits 60 seconds after a refusal that states no window', async () => {
    world.fault = 'quota';
    await failureOf(adapter().posts(['1234567890'], grant));
    const waitMs = (meter.reports[0]?.resetsAt.getTime() ?? 0) - Date.now();
    expect(waitMs).toBeGreaterThan(58_000);
    expect(waitMs).toBeLessThan(61_000);
  });

  test('ends the pages at a repeated cursor', async () => {
    world.fault = 'page-cursor-loop';
    const { next } = await adapter().latest('555', 'APP', { limit: 5 });
    expect(next).not.toBeNull();
    expect((await adapter().latest('555', 'APP', { limit: 5, cursor: next ?? '' })).next).toBeNull();
  });

  test('takes pictures of X alone', async () => {
    await expect(adapter().image('https://example.com/picture.jpg')).rejects.toThrow('no usable picture');
  });
});
