import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Grant, Reading } from '../../../../functions/platform/social/social-platform.ts';
import { twitch } from '../../../../functions/platform/social/twitch/twitch.ts';
import type { Endpoint } from '../../../../scripts/local/endpoints/endpoint.ts';
import type {
  SimulatedAccount,
  SimulatedPost,
} from '../../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { twitch as simulated } from '../../../../scripts/local/endpoints/social-simulator/twitch/twitch.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { failureOf } from '../../../support/social/failure-of.ts';
import { givenToken, grantToken, PlainWorld, servePlatform } from '../../../support/social/plain-world.ts';
import { serveRecorded } from '../../../support/social/recorded.ts';
import { isFullDepth } from '../../../support/stack/depth.ts';
import fidelity from './fidelity.json' with { type: 'json' };

const world = new PlainWorld();
const meter = new CountingMeter();
let endpoint: Endpoint;
const at = (apiUrl: string) => twitch({ apiUrl, clientId: 'client', appToken: givenToken }, meter);
const adapter = () => at(endpoint.url);

const post = (changes: Partial<SimulatedPost> = {}): SimulatedPost => ({
  id: '1234567890',
  publishedAt: '2026-05-01T10:00:00.000Z',
  media: 'STREAM',
  title: 'A stream',
  durationSeconds: 3_723,
  state: 'PUBLIC',
  counts: { views: 7, likes: null, comments: null, saves: null, shares: null },
  ...changes,
});
const account = (changes: Partial<SimulatedAccount> = {}): SimulatedAccount => ({
  externalId: '555',
  handle: 'streamer',
  title: 'Streamer',
  description: 'About',
  followers: 12,
  posts: [post()],
  audience: null,
  pictureUrl: undefined,
  ...changes,
});
const grant: Grant = { accessToken: grantToken, externalId: '555', accountId: 7 };

beforeAll(async () => {
  endpoint = await servePlatform(simulated, world);
});
afterAll(() => endpoint.stop());
beforeEach(() => {
  world.accounts = [account()];
  world.grant = { account: account(), scopes: [] };
  world.fault = undefined;
  world.calls.length = 0;
  meter.clear();
  meter.isEmpty = false;
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
    expect((await failureOf(at(recorded.url).posts(['1'], 'APP'))).kind).toBe('NOT_GRANTED');
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
    meter.clear();
    endpoint.resetCount();
    expect((await failureOf(adapter().channel('OWN', 'APP'))).kind).toBe('NOT_GRANTED');
    const without = twitch({ apiUrl: endpoint.url, clientId: 'client', appToken: undefined }, meter);
    expect((await failureOf(without.posts(['1'], 'APP'))).kind).toBe('NOT_GRANTED');
    expect([meter.calls, endpoint.count]).toEqual([0, 0]);
  });

  test('refuses no ids and more than 100, and asks for 100 in one call', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => String(1_000 + index));
    await expect(adapter().posts([], 'APP')).rejects.toThrow('0 posts are not one call');
    await expect(adapter().posts(ids, 'APP')).rejects.toThrow('101 posts are not one call');
    expect(meter.calls).toBe(0);
    world.accounts = [account({ posts: ids.slice(0, 100).map((id) => post({ id })) })];
    const readings = await adapter().posts(ids.slice(0, 100), 'APP');
    expect([...readings.values()].filter((reading) => typeof reading === 'object')).toHaveLength(100);
    expect(meter.spent).toEqual([{ bucket: 'app', calls: 1, units: 1 }]);
  });

  test('requests nothing when the meter refuses', async () => {
    meter.isEmpty = true;
    endpoint.resetCount();
    expect((await failureOf(adapter().posts(['1'], grant))).kind).toBe('OVER_BUDGET');
    expect((await failureOf(adapter().latest('555', grant, { limit: 5 }))).kind).toBe('OVER_BUDGET');
    expect((await failureOf(adapter().channel('OWN', grant))).kind).toBe('OVER_BUDGET');
    expect(endpoint.count).toBe(0);
  });

  test.each([
    ['429', 'LIMITED'],
    ['500', 'SILENT'],
    ['malformed', 'SILENT'],
    // It waits for five seconds, and another platform's test covers it at the quick depth.
    ...(isFullDepth ? ([['timeout', 'SILENT']] as const) : []),
    ['expired-token', 'NOT_GRANTED'],
    ['revoked', 'NOT_GRANTED'],
    ['scope-missing', 'NOT_GRANTED'],
  ] as const)('reads the fault %s as %s, after one paid request', async (fault, kind) => {
    world.fault = fault;
    const failure = await failureOf(adapter().posts(['1234567890'], grant));
    expect(failure.kind).toBe(kind);
    expect(meter.spent).toEqual([{ bucket: 'user:7', calls: 1, units: 1 }]);
    expect(world.calls).toEqual(['videos']);
  });

  test('reports the window of each answer, and its end after too many requests', async () => {
    await adapter().posts(['1234567890'], 'APP');
    expect(meter.reports).toMatchObject([{ bucket: 'app', remaining: 799 }]);
    world.fault = '429';
    const failure = await failureOf(adapter().posts(['1234567890'], grant));
    expect(meter.reports[1]).toMatchObject({ bucket: 'user:7', remaining: 0 });
    const waitMs = (meter.reports[1]?.resetsAt.getTime() ?? 0) - Date.now();
    expect(waitMs).toBeGreaterThan(25_000);
    expect(waitMs).toBeLessThan(32_000);
    expect(failure.details.retryAfterSeconds).toBeGreaterThan(25);
  });

  test('waits 60 seconds after a refusal that states no window', async () => {
    const recorded = await serveRecorded({ '/videos': { status: 429, body: {} } });
    const failure = await failureOf(at(recorded.url).posts(['1'], 'APP'));
    await recorded.stop();
    expect(failure.kind).toBe('LIMITED');
    expect((meter.reports[0]?.resetsAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(58_000);
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

  test('ends the pages at a repeated cursor', async () => {
    world.fault = 'page-cursor-loop';
    const { next } = await adapter().latest('555', 'APP', { limit: 1 });
    expect(next).not.toBeNull();
    expect((await adapter().latest('555', 'APP', { limit: 1, cursor: next ?? '' })).next).toBeNull();
  });

  test('takes pictures of Twitch alone', async () => {
    await expect(adapter().image('https://example.com/picture.jpg')).rejects.toThrow('no usable picture');
  });
});
