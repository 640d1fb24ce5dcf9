import { beforeEach, describe, expect, test } from 'vitest';
import type { Grant, Reading } from '../../../../functions/platform/social/social-platform.ts';
import { twitch } from '../../../../functions/platform/social/twitch/twitch.ts';
import type { SimulatedPost } from '../../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { twitch as simulated } from '../../../../scripts/local/endpoints/social-simulator/twitch/twitch.ts';
import { expectMostInOneCall, expectNothingRequested, expectWait } from '../../../support/social/adapter-checks.ts';
import { testFaults, testRefusingMeter, testRepeatedCursor } from '../../../support/social/adapter-tests.ts';
import { failureOf } from '../../../support/social/failure-of.ts';
import { ownPlatform } from '../../../support/social/own-platform.ts';
import { givenToken, grantToken } from '../../../support/social/plain-world.ts';
import { serveRecorded } from '../../../support/social/recorded.ts';
import { aSimulatedAccount, aSimulatedPost } from '../../../support/social/simulated-account.ts';
import fidelity from './fidelity.json' with { type: 'json' };

const platform = await ownPlatform(simulated);
const { world, meter, endpoint } = platform;
const at = (apiUrl: string) => twitch({ apiUrl, clientId: 'client', appToken: givenToken }, meter);
const adapter = () => at(endpoint.url);

const post = (id: string) =>
  aSimulatedPost({
    ...{ id, media: 'STREAM', title: 'A stream', durationSeconds: 3_723 },
    counts: { views: 7, likes: null, comments: null, saves: null, shares: null },
  });
const account = (posts: readonly SimulatedPost[]) =>
  aSimulatedAccount({ externalId: '555', handle: 'streamer', title: 'Streamer', posts });
const grant: Grant = { accessToken: grantToken, externalId: '555', accountId: 7 };

beforeEach(() => {
  const own = account([post('1234567890')]);
  world.accounts = [own];
  world.grant = { account: own, scopes: [] };
});

describe("Twitch's adapter", () => {
  test('reads the example of Get Videos', async () => {
    const recorded = await serveRecorded({ '/videos': fidelity.videos });
    const readings = await at(recorded.url).posts(['335921245', '1'], 'APP');
    await recorded.stop();
    expect(readings).toEqual(
      new Map<string, Reading>([
        [
          '335921245',
          {
            ownerExternalId: '141981764',
            publishedAt: new Date('2018-11-14T22:04:30Z'),
            visibility: 'PUBLIC',
            mediaType: 'VIDEO',
            title: 'Twitch Developers 101',
            coverUrl:
              'https://static-cdn.jtvnw.net/cf_vods/d2nvs31859zcd8/twitchdev/335921245/ce0f3a7f-57a3-4152-bc06-0c6610189fb3/thumb/index-0000000000-640x360.jpg',
            durationSeconds: 201,
            hashtags: [],
            counts: {
              views: 1_863_062,
              likes: 'NOT_OFFERED',
              comments: 'NOT_OFFERED',
              saves: 'NOT_OFFERED',
              shares: 'NOT_OFFERED',
            },
          },
        ],
        ['1', 'GONE'],
      ]),
    );
  });

  test('reads a documented refusal as a refused credential', async () => {
    const recorded = await serveRecorded({ '/videos': fidelity.oauthMissing });
    expect((await failureOf(at(recorded.url).posts(['1'], 'APP'))).kind).toBe('REFUSED');
    await recorded.stop();
  });

  test('reads the example of Get Users, without followers when Twitch refuses them', async () => {
    const recorded = await serveRecorded({ '/users': fidelity.users, '/channels/followers': fidelity.oauthMissing });
    const channel = await at(recorded.url).channel({ handle: 'TwitchDev' }, 'APP');
    await recorded.stop();
    expect(channel).toMatchObject({
      externalId: '141981764',
      handle: 'twitchdev',
      title: 'TwitchDev',
      followers: null,
    });
  });

  test('knows no channel of an unknown or impossible handle, and lists nothing of a deleted one', async () => {
    expect(await adapter().channel({ handle: 'nobody' }, 'APP')).toBeNull();
    expect(meter.calls).toBe(2);
    expect(await adapter().channel({ handle: 'no body!' }, 'APP')).toBeNull();
    expect(await adapter().channel({ externalId: 'x' }, 'APP')).toBeNull();
    expect(meter.calls).toBe(2);
    expect(await adapter().latest('999', 'APP', { limit: 5 })).toEqual({ posts: [], next: null });
  });

  test('reads the channel of a grant, and refuses the one of the application without a request', async () => {
    expect((await adapter().channel('OWN', grant))?.externalId).toBe('555');
    const without = twitch({ apiUrl: endpoint.url, clientId: 'client', appToken: undefined }, meter);
    await expectNothingRequested(platform, 'REFUSED', [
      () => adapter().channel('OWN', 'APP'),
      () => without.posts(['1'], 'APP'),
    ]);
  });

  test('refuses no ids and more than 100, and asks for 100 in one call', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => String(1_000 + index));
    world.accounts = [account(ids.map(post))];
    await expectMostInOneCall(platform, ids, (asked) => adapter().posts(asked, 'APP'));
    expect(meter.spent).toEqual([{ bucket: 'app', calls: 1, units: 1 }]);
  });

  testRefusingMeter(platform, [
    () => adapter().posts(['1'], grant),
    () => adapter().latest('555', grant, { limit: 5 }),
    () => adapter().channel('OWN', grant),
  ]);

  testFaults(platform, {
    call: () => adapter().posts(['1234567890'], grant),
    spent: { bucket: 'user:7', calls: 1, units: 1 },
    requested: 'videos',
  });

  testRepeatedCursor(platform, (cursor) => adapter().latest('555', 'APP', { limit: 1, cursor }));

  test('reports the window of each answer, and its end after too many requests', async () => {
    await adapter().posts(['1234567890'], 'APP');
    expect(meter.reports).toMatchObject([{ bucket: 'app', remaining: 799 }]);
    world.fault = '429';
    const failure = await failureOf(adapter().posts(['1234567890'], grant));
    expect(meter.reports[1]).toMatchObject({ bucket: 'user:7', remaining: 0 });
    expectWait(meter.reports[1], 25, 32);
    expect(failure.details.retryAfterSeconds).toBeGreaterThan(25);
  });

  test('waits 60 seconds after a refusal that states no window', async () => {
    const recorded = await serveRecorded({ '/videos': { status: 429, body: {} } });
    const failure = await failureOf(at(recorded.url).posts(['1'], 'APP'));
    await recorded.stop();
    expect(failure.kind).toBe('LIMITED');
    expectWait(meter.reports[0], 58, 61);
  });

  test('does not take a 404 without the form of Twitch for a deletion', async () => {
    const recorded = await serveRecorded({});
    expect((await failureOf(at(recorded.url).posts(['1'], 'APP'))).kind).toBe('SILENT');
    await recorded.stop();
  });

  test.each([-1, 1.5, 2 ** 53])('refuses the count %d as malformed', async (views) => {
    const body = { data: [{ ...fidelity.videos.body.data[0], view_count: views }], pagination: {} };
    const recorded = await serveRecorded({ '/videos': { body } });
    expect((await failureOf(at(recorded.url).posts(['335921245'], 'APP'))).kind).toBe('SILENT');
    await recorded.stop();
  });

  test('takes pictures of Twitch alone', async () => {
    await expect(adapter().image('https://example.com/picture.jpg')).rejects.toThrow('no usable picture');
  });
});
