import { beforeEach, describe, expect, test } from 'vitest';
import type { Grant } from '../../../../functions/platform/social/social-platform.ts';
import { tiktok } from '../../../../functions/platform/social/tiktok/tiktok.ts';
import type {
  SimulatedAccount,
  SimulatedPost,
} from '../../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { tiktok as simulated } from '../../../../scripts/local/endpoints/social-simulator/tiktok/tiktok.ts';
import { expectMostInOneCall, expectNothingRequested, expectWait } from '../../../support/social/adapter-checks.ts';
import { testFaults, testRefusingMeter, testRepeatedCursor } from '../../../support/social/adapter-tests.ts';
import { failureOf } from '../../../support/social/failure-of.ts';
import { ownPlatform } from '../../../support/social/own-platform.ts';
import { grantToken } from '../../../support/social/plain-world.ts';
import { aSimulatedAccount, aSimulatedPost } from '../../../support/social/simulated-account.ts';

const platform = await ownPlatform(simulated);
const { world, meter, endpoint } = platform;
const adapter = () => tiktok({ apiUrl: endpoint.url }, meter);

const externalId = simulated.externalIdOf('baker');
const allScopes = ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list'];
const post = (changes: Partial<SimulatedPost> = {}) =>
  aSimulatedPost({ id: '7123456789012345678', media: 'VIDEO', title: 'A cake', durationSeconds: 30, ...changes });
const account = (changes: Partial<SimulatedAccount> = {}) =>
  aSimulatedAccount({
    ...{ externalId, handle: 'baker', title: 'The Baker', description: 'About', followers: 12 },
    ...{ posts: [post()], ...changes },
  });
const grant: Grant = { accessToken: grantToken, externalId };
const allow = (scopes: readonly string[], changes: Partial<SimulatedAccount> = {}) => {
  world.accounts = [account(changes)];
  world.grant = { account: account(changes), scopes };
};

beforeEach(() => {
  allow(allScopes);
});

describe("TikTok's adapter", () => {
  test('reads the account of the grant, by whatever name of it', async () => {
    const channel = await adapter().channel('OWN', { ...grant, externalId: '' });
    expect(channel).toEqual({
      externalId,
      handle: 'baker',
      title: 'The Baker',
      description: 'About',
      avatarUrl: null,
      followers: 12,
    });
    expect(await adapter().channel({ externalId }, grant)).toEqual(channel);
    expect(await adapter().channel({ handle: 'Baker' }, grant)).toEqual(channel);
    expect(meter.spent).toEqual(Array(3).fill({ bucket: 'user/info', calls: 1, units: 1 }));
  });

  test.each([
    [['user.info.basic', 'user.info.profile'], { handle: 'baker', description: 'About', followers: null }, 2],
    [['user.info.basic', 'user.info.stats'], { handle: null, description: '', followers: 12 }, 3],
    [['user.info.basic'], { handle: null, description: '', followers: null }, 4],
  ])('with the scopes %j reads what they cover', async (scopes, told, calls) => {
    allow(scopes);
    expect(await adapter().channel('OWN', grant)).toEqual({ externalId, title: 'The Baker', avatarUrl: null, ...told });
    expect(meter.calls).toBe(calls);
  });

  test('is refused without the basic scope, and without the one of videos', async () => {
    allow(['video.list']);
    expect((await failureOf(adapter().channel('OWN', grant))).kind).toBe('NOT_GRANTED');
    allow(['user.info.basic']);
    expect((await failureOf(adapter().posts(['1'], grant))).kind).toBe('NOT_GRANTED');
    expect((await failureOf(adapter().latest(externalId, grant, { limit: 5 }))).kind).toBe('NOT_GRANTED');
  });

  test('asks nothing for the application, or about another account by its id', async () => {
    const other = simulated.externalIdOf('other');
    await expectNothingRequested(platform, 'NOT_GRANTED', [
      () => adapter().channel('OWN', 'APP'),
      () => adapter().channel({ handle: 'baker' }, 'APP'),
      () => adapter().latest(externalId, 'APP', { limit: 5 }),
      () => adapter().posts(['1'], 'APP'),
      () => adapter().channel({ externalId: other }, grant),
      () => adapter().latest(other, grant, { limit: 5 }),
    ]);
  });

  test('does not take another handle for a deleted account', async () => {
    expect((await failureOf(adapter().channel({ handle: 'other' }, grant))).kind).toBe('NOT_GRANTED');
    allow(['user.info.basic']);
    expect((await failureOf(adapter().channel({ handle: 'baker' }, grant))).kind).toBe('NOT_GRANTED');
  });

  test('takes a private post and one of another account for gone', async () => {
    const other = account({ externalId: simulated.externalIdOf('other'), posts: [post({ id: '5' })] });
    allow(allScopes, { posts: [post({ id: '4', state: 'PRIVATE' })] });
    world.accounts = [...world.accounts, other];
    const readings = await adapter().posts(['4', '5', 'not an id'], grant);
    expect([...readings.values()]).toEqual(['GONE', 'GONE', 'GONE']);
  });

  test('refuses no ids and more than 20, asks for 20 in one call, and for none that cannot be an id', async () => {
    expect((await adapter().posts(['x'], grant)).get('x')).toBe('GONE');
    const ids = Array.from({ length: 20 }, (_, index) => String(1_000 + index));
    allow(allScopes, { posts: ids.map((id) => post({ id })) });
    await expectMostInOneCall(platform, ids, (asked) => adapter().posts(asked, grant));
    expect(meter.spent).toEqual([{ bucket: 'video/query', calls: 1, units: 1 }]);
  });

  test('has a window of 600 calls a minute for each bucket that it spends', async () => {
    await adapter().channel('OWN', grant);
    await adapter().latest(externalId, grant, { limit: 500 });
    await adapter().posts(['1'], grant);
    const windows = meter.spent.map(({ bucket }) => [bucket, { calls: 600, seconds: 60 }]);
    expect(adapter().windows).toEqual(Object.fromEntries(windows));
  });

  testRefusingMeter(platform, [
    () => adapter().posts(['1'], grant),
    () => adapter().latest(externalId, grant, { limit: 5 }),
    () => adapter().channel('OWN', grant),
  ]);

  testFaults(platform, {
    call: () => adapter().posts(['7123456789012345678'], grant),
    spent: { bucket: 'video/query', calls: 1, units: 1 },
    requested: 'video/query',
    ownFaults: [['scope-missing', 'NOT_GRANTED']],
  });

  testRepeatedCursor(platform, (cursor) => adapter().latest(externalId, grant, { limit: 1, cursor }));

  test('closes the window of the endpoint for 60 seconds after too many requests', async () => {
    world.fault = '429';
    const failure = await failureOf(adapter().latest(externalId, grant, { limit: 5 }));
    expect(failure.details.retryAfterSeconds).toBe(60);
    expect(meter.reports).toMatchObject([{ bucket: 'video/list', remaining: 0 }]);
    expectWait(meter.reports[0], 58, 61);
  });

  test('takes pictures of TikTok alone', async () => {
    for (const host of ['example.com', 'tiktokcdn.com.example.com', 'eviltiktokcdn.com'])
      await expect(adapter().image(`https://${host}/picture.jpg`)).rejects.toThrow('no usable picture');
  });
});
