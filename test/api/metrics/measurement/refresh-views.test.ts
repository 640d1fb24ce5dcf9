import { describe, expect, test } from 'vitest';
import { clientOf } from '../../../support/client.ts';
import type { Market } from '../../../support/market/market.ts';
import { nativeChannelsOf } from '../../../support/market/native-channels.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { depth, isFullDepth } from '../../../support/stack/depth.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let simulator: ReturnType<typeof simulatorOf>;
let channels: ReturnType<typeof nativeChannelsOf>;
ownMarket((own) => {
  ({ stack, market, control } = own);
  simulator = simulatorOf(stack.socialUrl);
  channels = nativeChannelsOf(market, clientOf(stack.baseUrl, null, '/api/v1'), control);
});
const aNativeChannel = () => channels.aNativeChannel();
type NativeChannel = Awaited<ReturnType<typeof aNativeChannel>>;
const shownOf = (channel: NativeChannel) => channels.shownOf(channel);
const dueOf = (channel: { id: number }) => channels.dueOf(channel);
const makeDue = (channel: { id: number }, since?: string) => channels.makeDue(channel, since);

/** One instance processes its messages in sequence; several instances do so concurrently. */
const triggerAt = async (instanceUrl: string, at = control): Promise<void> => {
  await at.deliver([{ kind: 'take-due-platform-work' }], instanceUrl);
  await at.untilQueuesAreEmpty();
};
const trigger = () => triggerAt(stack.baseUrl);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const video = (id: string, days: number, views: number | null, more: object = {}) => ({
  ...{ id, publishedAt: daysAgo(days), views },
  ...more,
});
/** Video ids are unique over all channels. */
const film = ({ id, handle }: { id: number; handle: string }, videos: readonly ReturnType<typeof video>[]) =>
  simulator.change(handle, { posts: videos.map((one) => ({ ...one, id: `${id}-${one.id}` })) });
const once = { channels: 1, playlistItems: 1, videos: 1 };
const dueInMinutes = async (channel: { id: number }): Promise<number> =>
  ((await dueOf(channel)).at.getTime() - (await control.now()).getTime()) / 60_000;

/** Starts two more instances, or one at the quick depth. */
async function otherInstances(at: ReturnType<typeof controlOf>): Promise<string[]> {
  const first = await at.anotherInstance();
  return isFullDepth ? [first, await at.anotherInstance()] : [first];
}

/** Fires the trigger, and waits until the channel is not due. */
async function measured(channel: { id: number }): Promise<void> {
  await makeDue(channel);
  await trigger();
  expect(await dueInMinutes(channel)).toBeGreaterThan(200);
}

/** The same while the platform hangs: the call times out at once. */
async function triggerHanging({ handle }: NativeChannel): Promise<void> {
  const requested = async () => Object.values(await simulator.callsFor(handle)).reduce((sum, calls) => sum + calls, 0);
  const before = await requested();
  const turn = trigger();
  await expect.poll(requested).toBeGreaterThan(before);
  await control.endTimeouts();
  await turn;
}

describe('average views', () => {
  test('are unknown at first, and then the mean of the known counts of the five latest public videos', async () => {
    const channel = await aNativeChannel();
    const videos = [
      video('a', 1, 1_000),
      video('b', 2, null),
      video('c', 3, 0),
      video('d', 4, 500),
      video('e', 5, 501),
    ];
    const others = [video('f', 6, 1_000_000), video('p', 0, 9_999, { state: 'PRIVATE' })];
    await film(channel, [...videos, ...others]);
    expect(await shownOf(channel)).toMatchObject({ value: null, sampleSize: 0, measuredAt: null });

    const before = await control.now();
    await measured(channel);
    const shown = await shownOf(channel);
    // The hidden count is excluded; the counted zero is included.
    expect(shown).toMatchObject({ kind: 'AVERAGE_VIEWS', value: 500, sampleSize: 4 });
    expect(Date.parse(shown.measuredAt)).toBeGreaterThanOrEqual(before.getTime());
    expect(await channels.postsOf(channel)).toContainEqual({ id: `${channel.id}-b`, views: null, isPublic: true });
    expect(await dueInMinutes(channel)).toBeCloseTo(360, -1);
  });

  test('cover currently public videos: a deleted or hidden video leaves, and an older one returns', async () => {
    const channel = await aNativeChannel();
    const older = [video('b', 2, 20), video('c', 3, 30), video('d', 4, 40), video('e', 5, 50), video('f', 6, 60)];
    await film(channel, [video('a', 1, 10), ...older]);
    await measured(channel);
    expect(await shownOf(channel)).toMatchObject({ value: 30, sampleSize: 5 });
    await film(channel, [video('a', 1, 10, { state: 'PRIVATE' }), ...older]);
    await measured(channel);
    expect(await shownOf(channel)).toMatchObject({ value: 40, sampleSize: 5 });
    await film(channel, [video('e', 5, 52), video('f', 6, 62)]);
    await measured(channel);
    expect(await shownOf(channel)).toMatchObject({ value: 57, sampleSize: 2 });
    await film(channel, [video('a', 1, 11), ...older]);
    await measured(channel);
    expect(await shownOf(channel)).toMatchObject({ value: 30, sampleSize: 5 });
  });

  test('become unknown for a deleted channel, or for one that hides every count', async () => {
    const [gone, hidden] = [await aNativeChannel(), await aNativeChannel()];
    for (const channel of [gone, hidden]) {
      await film(channel, [video('a', 1, 10), video('b', 2, 20)]);
      await measured(channel);
      expect(await shownOf(channel)).toMatchObject({ value: 15, sampleSize: 2 });
    }
    await simulator.change(gone.handle, { isGone: true });
    await film(hidden, [video('a', 1, null), video('b', 2, null)]);
    for (const channel of [gone, hidden]) {
      await measured(channel);
      expect(await shownOf(channel)).toMatchObject({ value: null, sampleSize: 0, measuredAt: null });
    }
  });

  test('carry the time of the oldest measurement among them', async () => {
    const channel = await aNativeChannel();
    const [latest, oldest, hidden] = [daysAgo(3), daysAgo(4), daysAgo(5)];
    await market.pool.query(
      `insert into channel_posts (channel_id, external_id, published_at, views, measured_at) values
         ($1, 'a', now() - interval '1 day', 10, $2), ($1, 'b', now() - interval '2 days', 20, $3),
         ($1, 'c', now() - interval '3 days', null, $4)`,
      [channel.id, latest, oldest, hidden],
    );
    await market.refresh(channel.creatorId);
    expect(await shownOf(channel)).toMatchObject({ value: 15, sampleSize: 2, measuredAt: oldest });
  });
});

describe('a run', () => {
  test(`measures each channel once among ${depth('two', 'three')} concurrent runs, also after a skipped day`, async () => {
    const due = await Promise.all(Array.from({ length: depth(8, 25) }, () => aNativeChannel()));
    await Promise.all(due.map((channel) => makeDue(channel, '1 day')));
    const others = await otherInstances(control);
    await Promise.all([stack.baseUrl, ...others].map((url) => triggerAt(url)));
    for (const channel of due) expect(await dueInMinutes(channel)).toBeGreaterThan(300);
    await trigger();
    for (const { handle } of due) expect(await simulator.callsFor(handle)).toEqual(once);
  });

  test.each([
    ['that is not published', `update creator_pages set status = 'UNPUBLISHED' where creator_id = $1`],
    ['whose creator is suspended', 'update users set suspended_at = now() where id = $1'],
    ['whose account was sold', `update social_accounts set status = 'SOLD' where owner_id = $1`],
  ])('makes no call for a channel %s, and postpones it by the interval and a day', async (_, statement) => {
    const [left, requested] = [await aNativeChannel(), await aNativeChannel()];
    await market.pool.query(statement, [left.creatorId]);
    await makeDue(left, '2 minutes');
    await measured(requested);
    expect(await simulator.callsFor(left.handle)).toEqual({});
    expect(await dueInMinutes(left)).toBeCloseTo(30 * 60, -1);
  });

  test.each([
    ['that is blocked', `update channels set status = 'BLOCKED' where creator_id = $1 and kind = 'NATIVE'`, -1],
    [
      'on a platform whose views others may not see',
      `update channels set platform = 'TWITCH' where creator_id = $1 and kind = 'NATIVE'`,
      30 * 60,
    ],
  ])('makes no call for a channel %s, and skips it', async (_, statement, minutes) => {
    const [left, requested] = [await aNativeChannel(), await aNativeChannel()];
    await market.pool.query(statement, [left.creatorId]);
    await makeDue(left);
    await measured(requested);
    expect(await simulator.callsFor(left.handle)).toEqual({});
    expect(await dueInMinutes(left)).toBeCloseTo(minutes, -1);
  });

  test('measures a postponed channel once its page is published again, and changes the time of no other channel', async () => {
    const [left, requested] = [await aNativeChannel(), await aNativeChannel()];
    const unpublish = () =>
      market.pool.query(`update creator_pages set status = 'UNPUBLISHED' where creator_id = $1`, [left.creatorId]);
    const api = clientOf(stack.baseUrl, await market.aKey(left.creatorId));
    const publish = async () => expect((await api.post('/influencer-profile/page/publish', {})).status).toBe(200);
    await unpublish();
    await makeDue(left, '2 minutes');
    await measured(requested);
    await publish();
    await trigger();
    expect((await simulator.callsFor(left.handle)).videos).toBe(1);
    expect(await dueInMinutes(left)).toBeGreaterThan(300);
    await unpublish();
    await publish();
    expect(await dueInMinutes(left)).toBeGreaterThan(300);
  });

  test.each([
    ['500', [0]],
    ['timeout', [0]],
    ['declined', [1, 2]],
  ] as const)(
    'leaves the metrics with their time when it fails (%s), and backs off from a failure of its own',
    async (fails, tries) => {
      const channel = await aNativeChannel();
      await film(channel, [video('a', 1, 10), video('b', 2, 20)]);
      await measured(channel);
      const before = await shownOf(channel);
      expect(before).toMatchObject({ value: 15, sampleSize: 2 });
      await simulator.change(channel.handle, { fails });
      // The failure of the case before.
      await market.pool.query(`delete from platform_windows where bucket like 'outage:%'`);
      for (const failures of tries) {
        await makeDue(channel);
        await (fails === 'timeout' ? triggerHanging(channel) : trigger());
        expect((await dueOf(channel)).failures).toBe(failures);
        expect(await dueInMinutes(channel)).toBeCloseTo(5 * Math.max(1, failures), 0);
        expect(await shownOf(channel)).toEqual(before);
      }
      await film(channel, [video('a', 1, 12), video('b', 2, 24)]);
      await measured(channel);
      expect(await shownOf(channel)).toMatchObject({ value: 18, sampleSize: 2 });
      expect((await dueOf(channel)).failures).toBe(0);
    },
  );
});

describe.runIf(isFullDepth)('the daily budget', () => {
  let stack: OwnStack;
  let market: Market;
  ownMarket(
    (own) => {
      ({ stack, market } = own);
    },
    // Jobs that decide about no money spend at most four fifths of them: 13.
    { vars: { YOUTUBE_DAILY_UNITS: '17' } },
  );

  test('concurrent runs never exceed it, and channels beyond it stay due with their former metrics and time', async () => {
    const own = nativeChannelsOf(market, clientOf(stack.baseUrl, null, '/api/v1'));
    const channels = await Promise.all(Array.from({ length: 12 }, () => own.aNativeChannel()));
    await Promise.all(channels.map((channel) => own.makeDue(channel)));
    const at = controlOf(stack.controlUrl);
    const others = await otherInstances(at);
    await Promise.all([stack.baseUrl, ...others].map((url) => triggerAt(url, at)));
    const dues = await Promise.all(channels.map((channel) => own.dueOf(channel)));
    expect(dues.filter((due) => due.at.getTime() - Date.now() > 300 * 60_000)).toHaveLength(4);
    expect((await market.one('select used from platform_budgets')).used).toBe(12);
    expect((await at.counts()).social).toBe(12);
  });
});
