import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf } from '../support/client.ts';
import { controlOf } from '../support/control.ts';
import { marketOf } from '../support/market.ts';
import { nativeChannelsOf } from '../support/native-channels.ts';
import { shared } from '../support/shared.ts';
import { simulatorOf } from '../support/simulator.ts';
import { type OwnStack, startStack } from '../support/stack.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const control = controlOf(shared.controlUrl);
const simulator = simulatorOf(shared.socialUrl);
const { aNativeChannel, dueOf, makeDue, postsOf, shownOf } = nativeChannelsOf(
  market,
  clientOf(baseUrl, null, '/api/v1'),
);
afterAll(() => market.close());

/** Messages of one Worker are done one after the other; those of several at the same time. */
const triggerAt = (workerUrl: string) => control.fireCron(frequent, workerUrl);
const frequent = '*/5 * * * *';
const trigger = () => triggerAt(baseUrl);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const video = (id: string, days: number, views: number | null, more: object = {}) => ({
  ...{ id, publishedAt: daysAgo(days), views },
  ...more,
});
/** Videos have ids of their own among all channels. */
const film = ({ id, handle }: { id: number; handle: string }, videos: readonly { id: string }[]) =>
  simulator.change(handle, { videos: videos.map((one) => ({ ...one, id: `${id}-${one.id}` })) });
const once = { channels: 1, playlistItems: 1, videos: 1 };
const minutesUntil = (at: Date) => (at.getTime() - Date.now()) / 60_000;

/** Fires the trigger and waits until the channel is due no more. */
async function measured(channel: { id: number }): Promise<void> {
  await makeDue(channel);
  await trigger();
  await expect.poll(async () => minutesUntil((await dueOf(channel)).at) > 200).toBe(true);
}

describe('average views', () => {
  test('are unknown before, and then the mean of the known counts of the five latest public videos', async () => {
    const channel = await aNativeChannel();
    const videos = [
      video('a', 1, 1_000),
      video('b', 2, null),
      video('c', 3, 0),
      video('d', 4, 500),
      video('e', 5, 501),
    ];
    const others = [video('f', 6, 1_000_000), video('p', 0, 9_999, { privacyStatus: 'private' })];
    await film(channel, [...videos, ...others]);
    expect(await shownOf(channel)).toMatchObject({ value: null, sampleSize: 0, measuredAt: null });

    const before = Date.now();
    await measured(channel);
    await expect.poll(() => shownOf(channel)).toMatchObject({ sampleSize: 4 });
    const shown = await shownOf(channel);
    // The hidden count is none of them; the counted zero is.
    expect(shown).toMatchObject({ kind: 'AVERAGE_VIEWS', value: 500, sampleSize: 4 });
    expect(Date.parse(shown.measuredAt)).toBeGreaterThanOrEqual(before - 1_000);
    expect(await postsOf(channel)).toContainEqual({ id: `${channel.id}-b`, views: null, isPublic: true });
    expect(minutesUntil((await dueOf(channel)).at)).toBeCloseTo(360, -1);
  });

  test('are of what is public now: a video that was deleted or hidden from all counts no more, an older one again', async () => {
    const channel = await aNativeChannel();
    const older = [video('b', 2, 20), video('c', 3, 30), video('d', 4, 40), video('e', 5, 50), video('f', 6, 60)];
    await film(channel, [video('a', 1, 10), ...older]);
    await measured(channel);
    await expect.poll(() => shownOf(channel)).toMatchObject({ value: 30, sampleSize: 5 });
    await film(channel, [video('a', 1, 10, { privacyStatus: 'private' }), ...older]);
    await measured(channel);
    await expect.poll(() => shownOf(channel)).toMatchObject({ value: 40, sampleSize: 5 });
    await film(channel, [video('e', 5, 52), video('f', 6, 62)]);
    await measured(channel);
    await expect.poll(() => shownOf(channel)).toMatchObject({ value: 57, sampleSize: 2 });
    await film(channel, [video('a', 1, 11), ...older]);
    await measured(channel);
    await expect.poll(() => shownOf(channel)).toMatchObject({ value: 30, sampleSize: 5 });
  });

  test('of a channel that is gone, or has hidden every count, are unknown again', async () => {
    const [gone, hidden] = [await aNativeChannel(), await aNativeChannel()];
    for (const channel of [gone, hidden]) {
      await film(channel, [video('a', 1, 10), video('b', 2, 20)]);
      await measured(channel);
      await expect.poll(() => shownOf(channel)).toMatchObject({ value: 15, sampleSize: 2 });
    }
    await simulator.change(gone.handle, { isGone: true });
    await film(hidden, [video('a', 1, null), video('b', 2, null)]);
    for (const channel of [gone, hidden]) {
      await measured(channel);
      await expect.poll(() => shownOf(channel)).toMatchObject({ value: null, sampleSize: 0, measuredAt: null });
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
    await expect.poll(() => shownOf(channel)).toMatchObject({ value: 15, sampleSize: 2, measuredAt: oldest });
  });
});

describe('a run', () => {
  test('three at once measure each channel once, also when a day was left out', async () => {
    const channels = await Promise.all(Array.from({ length: 25 }, () => aNativeChannel()));
    await Promise.all(channels.map((channel) => makeDue(channel, '1 day')));
    const others = [await control.anotherWorker(), await control.anotherWorker()];
    await Promise.all([baseUrl, ...others].map(triggerAt));
    for (const channel of channels)
      await expect.poll(async () => minutesUntil((await dueOf(channel)).at)).toBeGreaterThan(300);
    await trigger();
    await new Promise((resolve) => setTimeout(resolve, 1_500)); // for what must not happen
    for (const { handle } of channels) expect(await simulator.callsFor(handle)).toEqual(once);
  });

  test.each([
    ['that is not published', `update creator_pages set status = 'UNPUBLISHED' where creator_id = $1`],
    ['whose creator is suspended', 'update users set suspended_at = now() where id = $1'],
    ['whose account was sold', `update social_accounts set status = 'SOLD' where owner_id = $1`],
  ])('asks nothing for a channel %s, and does not look at it again for a day', async (_, statement) => {
    const [left, asked] = [await aNativeChannel(), await aNativeChannel()];
    await market.pool.query(statement, [left.creatorId]);
    await makeDue(left, '2 minutes');
    await measured(asked);
    expect(await simulator.callsFor(left.handle)).toEqual({});
    expect(minutesUntil((await dueOf(left)).at)).toBeCloseTo(30 * 60, -1);
  });

  test.each([
    ['that is blocked', `update channels set status = 'BLOCKED' where creator_id = $1 and kind = 'NATIVE'`],
    [
      'of a platform that cannot be asked',
      `update channels set platform = 'TWITCH' where creator_id = $1 and kind = 'NATIVE'`,
    ],
  ])('asks nothing for a channel %s, and does not look at it', async (_, statement) => {
    const [left, asked] = [await aNativeChannel(), await aNativeChannel()];
    await market.pool.query(statement, [left.creatorId]);
    await makeDue(left);
    await measured(asked);
    expect(await simulator.callsFor(left.handle)).toEqual({});
    expect(minutesUntil((await dueOf(left)).at)).toBeLessThan(0);
  });

  test('measures what was put off once its page is published again, and what was measured no sooner for that', async () => {
    const [left, asked] = [await aNativeChannel(), await aNativeChannel()];
    const unpublish = () =>
      market.pool.query(`update creator_pages set status = 'UNPUBLISHED' where creator_id = $1`, [left.creatorId]);
    const api = clientOf(baseUrl, await market.aKey(left.creatorId));
    const publish = async () => expect((await api.post('/influencer-profile/page/publish', {})).status).toBe(200);
    await unpublish();
    await makeDue(left, '2 minutes');
    await measured(asked);
    await publish();
    await trigger();
    await expect.poll(async () => (await simulator.callsFor(left.handle)).videos).toBe(1);
    await expect.poll(async () => minutesUntil((await dueOf(left)).at)).toBeGreaterThan(300);
    await unpublish();
    await publish();
    expect(minutesUntil((await dueOf(left)).at)).toBeGreaterThan(300);
  });

  test.each(['500', 'timeout'] as const)(
    'that fails (%s) leaves the figures with their time, and tries again later and later',
    async (fails) => {
      const channel = await aNativeChannel();
      await film(channel, [video('a', 1, 10), video('b', 2, 20)]);
      await measured(channel);
      const before = await shownOf(channel);
      expect(before).toMatchObject({ value: 15, sampleSize: 2 });
      await simulator.change(channel.handle, { fails });
      for (const [failures, minutes] of [
        [1, 5],
        [2, 10],
      ] as const) {
        await makeDue(channel);
        await trigger();
        await expect.poll(async () => (await dueOf(channel)).failures).toBe(failures);
        expect(minutesUntil((await dueOf(channel)).at)).toBeCloseTo(minutes, 0);
        expect(await shownOf(channel)).toEqual(before);
      }
      await film(channel, [video('a', 1, 12), video('b', 2, 24)]);
      await measured(channel);
      await expect.poll(() => shownOf(channel)).toMatchObject({ value: 18, sampleSize: 2 });
      expect((await dueOf(channel)).failures).toBe(0);
    },
  );
});

describe('the budget of the day', () => {
  let stack: OwnStack;
  beforeAll(async () => {
    stack = await startStack({ vars: { YOUTUBE_DAILY_UNITS: '14' } });
  });
  afterAll(() => stack.stop());

  test('is not passed by runs at the same time; what it does not cover stays due, with the figures and the time it had', async () => {
    const ownMarket = marketOf(stack);
    const own = nativeChannelsOf(ownMarket, clientOf(stack.baseUrl, null, '/api/v1'));
    const channels = await Promise.all(Array.from({ length: 12 }, () => own.aNativeChannel()));
    await Promise.all(channels.map((channel) => own.makeDue(channel)));
    const at = controlOf(stack.controlUrl);
    await Promise.all(
      [stack.baseUrl, await at.anotherWorker(), await at.anotherWorker()].map((url) => at.fireCron(frequent, url)),
    );
    const isMeasured = async () => {
      const dues = await Promise.all(channels.map((channel) => own.dueOf(channel)));
      return dues.filter((due) => minutesUntil(due.at) > 300).length;
    };
    await expect.poll(isMeasured).toBe(4);
    await new Promise((resolve) => setTimeout(resolve, 1_500)); // for what must not happen
    expect(await isMeasured()).toBe(4);
    expect((await ownMarket.one('select used from platform_budgets')).used).toBe(12);
    expect((await at.counts()).social).toBe(12);
    await ownMarket.close();
  });
});
