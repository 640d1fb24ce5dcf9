import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { instagram } from '../../../../functions/platform/social/instagram/instagram.ts';
import { instagram as simulated } from '../../../../scripts/local/endpoints/social-simulator/instagram/instagram.ts';
import type { SimulatedPost } from '../../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { expectNothingRequested, expectWait } from '../../../support/social/adapter-checks.ts';
import { testFaults, testRefusingMeter, testRepeatedCursor } from '../../../support/social/adapter-tests.ts';
import { failureOf } from '../../../support/social/failure-of.ts';
import { onePost, serveInstagram } from '../../../support/social/instagram-answers.ts';
import { ownPlatform } from '../../../support/social/own-platform.ts';
import { grantToken } from '../../../support/social/plain-world.ts';
import { aSimulatedAccount, aSimulatedPost } from '../../../support/social/simulated-account.ts';

const platform = await ownPlatform(simulated);
const { world, meter, endpoint } = platform;
const adapter = () => instagram({ apiUrl: endpoint.url }, meter);

const externalId = simulated.externalIdOf('painter');
const by = { accessToken: grantToken, externalId, accountId: 7 };
/** A shortcode that no isolate has seen. */
const aCode = () => randomBytes(9).toString('base64url').slice(0, 11);
const postOf = (id: string) =>
  aSimulatedPost({
    ...{ id, media: 'VIDEO', title: 'Blue #paint', durationSeconds: 30 },
    counts: { views: 7, likes: 6, comments: 5, saves: 4, shares: 3 },
  });
const account = (posts: readonly SimulatedPost[]) =>
  aSimulatedAccount({
    ...{ externalId, handle: 'painter', title: 'Painter', followers: 12, posts },
    pictureUrl: 'https://scontent.cdninstagram.com/one.jpg',
  });
const scopes = ['instagram_business_basic', 'instagram_business_manage_insights'];
let code: string;
const hold = (posts: readonly SimulatedPost[]) => {
  world.accounts = [account(posts)];
  world.grant = { account: account(posts), scopes };
};
const paid = (calls: number) => ({ bucket: 'user:7', calls, units: calls });
const read = (id = code) => adapter().posts([id], by);

beforeEach(() => {
  code = aCode();
  hold([postOf(code)]);
});

describe("Instagram's adapter", () => {
  test('asks nothing for the application', async () => {
    await expectNothingRequested(platform, 'NOT_GRANTED', [
      () => adapter().channel('OWN', 'APP'),
      () => adapter().latest(externalId, 'APP', { limit: 5 }),
      () => adapter().posts([code], 'APP'),
    ]);
  });

  test('reads the account of a grant, and no other one', async () => {
    const channel = {
      ...{ externalId, handle: 'painter', title: 'Painter', description: '', followers: 12 },
      avatarUrl: 'https://scontent.cdninstagram.com/one.jpg',
    };
    for (const ref of ['OWN', { externalId }, { handle: 'Painter' }] as const)
      expect(await adapter().channel(ref, by)).toEqual(channel);
    for (const ref of [{ externalId: '17840000000000000' }, { handle: 'other' }])
      expect((await failureOf(adapter().channel(ref, by))).kind).toBe('NOT_GRANTED');
    expect((await failureOf(adapter().latest('1784', by, { limit: 5 }))).kind).toBe('NOT_GRANTED');
  });

  test('finds a post by its shortcode in the list, and later without it', async () => {
    expect((await read()).get(code)).toMatchObject({
      ownerExternalId: externalId,
      publishedAt: new Date('2026-05-01T10:00:00Z'),
      visibility: 'PUBLIC',
      mediaType: 'VIDEO',
      title: 'Blue #paint',
      hashtags: ['paint'],
      durationSeconds: null,
      counts: { views: 7, likes: 6, comments: 5, saves: 4, shares: 3 },
    });
    expect(meter.spent).toEqual([paid(1), paid(2)]);
    expect(world.calls).toEqual(['me/media', 'media', 'media/insights']);
    meter.clear();
    await read();
    expect(meter.spent).toEqual([paid(2)]);
  });

  test('needs no list for the posts that it has discovered', async () => {
    const { posts } = await adapter().latest(externalId, by, { limit: 5 });
    expect(posts).toEqual([{ contentId: code, publishedAt: new Date('2026-05-01T10:00:00Z') }]);
    meter.clear();
    await read();
    expect(meter.spent).toEqual([paid(2)]);
  });

  test('turns the pages of the list, and knows no post that none of them has', async () => {
    const codes = Array.from({ length: 250 }, aCode);
    hold(codes.map(postOf));
    expect((await read(codes[249])).get(codes[249] ?? '')).toMatchObject({ title: 'Blue #paint' });
    expect(world.calls.filter((call) => call === 'me/media')).toHaveLength(3);
    world.calls.length = 0;
    const other = aCode();
    expect((await read(other)).get(other)).toBe('GONE');
    expect(world.calls).toEqual(['me/media', 'me/media', 'me/media', 'me']);
  });

  test('says of no post that it is gone when the list is longer than it reads', async () => {
    hold(Array.from({ length: 1_001 }, () => postOf(aCode())));
    const other = aCode();
    expect((await failureOf(read(other))).kind).toBe('SILENT');
    expect(meter.calls).toBe(10);
  });

  test('finds a post in a list with a malformed item, and calls no post gone that the list lacks', async () => {
    const timestamp = '2026-05-01T10:00:00+0000';
    const listed = { id: '179', permalink: `https://www.instagram.com/p/${code}/`, timestamp };
    const recorded = await serveInstagram({
      ...onePost(code, { body: { data: [] } }),
      '/me/media': { body: { data: [{ ...listed, id: '180', timestamp: 'soon' }, listed] } },
    });
    const own = instagram({ apiUrl: recorded.url }, meter);
    const other = aCode();
    const failures = await Promise.all(
      [own.posts([other], by), own.latest(externalId, by, { limit: 5 })].map(failureOf),
    );
    const readings = await own.posts([code], by);
    await recorded.stop();
    expect(failures.map(({ kind }) => kind)).toEqual(['SILENT', 'SILENT']);
    expect(readings.get(code)).toMatchObject({ mediaType: 'PHOTO' });
  });

  test('calls a deleted post gone, also one that it has seen', async () => {
    await read();
    hold([]);
    expect((await read()).get(code)).toBe('GONE');
    expect((await read('no/code')).get('no/code')).toBe('GONE');
    hold([{ ...postOf(code), state: 'PRIVATE' }]);
    expect((await read()).get(code)).toBe('GONE');
  });

  test('reads one post a call', async () => {
    await expect(adapter().posts([], by)).rejects.toThrow('expected 1 post in a call, got 0');
    await expect(adapter().posts(['one', 'two'], by)).rejects.toThrow('expected 1 post in a call, got 2');
    expect([adapter().postsPerCall, adapter().costs.posts(1)]).toEqual([1, { bucket: 'user', calls: 2, units: 2 }]);
  });

  testRefusingMeter(platform, [
    () => read(),
    () => adapter().channel('OWN', by),
    () => adapter().latest(externalId, by, { limit: 5 }),
  ]);

  testFaults(platform, {
    call: () => read(),
    spent: paid(1),
    requested: 'me/media',
    ownFaults: [['quota', 'LIMITED']],
  });

  testRepeatedCursor(platform, (cursor) => adapter().latest(externalId, by, { limit: 5, cursor }));

  test('refuses the counts of a grant that lacks the scope of insights', async () => {
    world.grant = { account: account([postOf(code)]), scopes: ['instagram_business_basic'] };
    expect((await failureOf(read())).kind).toBe('GRANT_REFUSED');
  });

  test('closes the window of the account until the stated time, and the one of the application for a minute', async () => {
    world.fault = 'quota';
    const failure = await failureOf(read());
    expect(meter.reports).toMatchObject([{ bucket: 'user:7', remaining: 0 }]);
    expectWait(meter.reports[0], 19 * 60 - 2, 19 * 60 + 2);
    expect(failure.details.retryAfterSeconds).toBe(19 * 60);
    world.fault = '429';
    expect((await failureOf(read())).details.retryAfterSeconds).toBe(60);
    expect(meter.reports.slice(1)).toMatchObject([{ bucket: 'application', remaining: 0 }]);
  });

  test('takes pictures of Instagram alone', async () => {
    for (const address of [
      'https://example.com/a.jpg',
      'https://cdninstagram.com.example/a.jpg',
      'http://scontent.cdninstagram.com/a.jpg',
    ])
      await expect(adapter().image(address)).rejects.toThrow('no usable picture');
  });
});
