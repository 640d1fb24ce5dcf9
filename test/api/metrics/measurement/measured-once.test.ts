import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { clientOf } from '../../../support/client.ts';
import type { Work } from '../../../support/market/assignments.ts';
import type { Market } from '../../../support/market/market.ts';
import { nativeChannelsOf } from '../../../support/market/native-channels.ts';
import { aVideo, aVideoId, postsOf, watchUrl } from '../../../support/market/posts.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import type { controlOf } from '../../../support/stack/control.ts';
import { depth, isFullDepth } from '../../../support/stack/depth.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

/** Time limit of one step on a busy machine. */
const waitLimit = { timeout: 30_000 };
const limitMs = depth(240_000, 1_800_000);
let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let posts: ReturnType<typeof postsOf>;
let channels: ReturnType<typeof nativeChannelsOf>;
ownMarket((own) => {
  ({ stack, market, control } = own);
  posts = postsOf(market, stack.baseUrl);
  channels = nativeChannelsOf(market, clientOf(stack.baseUrl, null, '/api/v1'), control);
});

const simulator = () => simulatorOf(stack.socialUrl);

/** A native channel with services, whose video so many deliverables name. */
async function aSharedVideo(deliverables: number) {
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const channel = await channels.aNativeChannel();
  const videoId = aVideoId();
  await simulator().change(channel.handle, { posts: [aVideo(videoId)] });
  const creator = { id: channel.creatorId, publicId: channel.publicId };
  const listings = [];
  for (let count = 0; count < deliverables; count += 1) {
    const listing = await posts.aService({ creator });
    await market.pool.query('update service_listings set channel_id = $2 where id = $1', [listing.id, channel.id]);
    listings.push(listing);
  }
  const works = await posts.ordered(advertiser, listings);
  const results = [];
  for (const work of works) {
    await posts.accept(work);
    await posts.name(work, [aVideoId()]);
    const [{ id }] = await posts.resultsOf(work);
    // Directly, because a public post proves one deliverable at a time.
    await market.pool.query('update deliverables set url = $2, content_id = $3 where id = $1', [
      ...[id, watchUrl(videoId), videoId],
    ]);
    await posts.submit(work);
    results.push({ work, deliverableId: Number(id), videoId, handle: channel.handle });
  }
  return { channel, videoId, results };
}

const measurementsOf = async (videoId: string): Promise<number> =>
  (
    await market.one(
      'select count(*)::int from post_measurements join posts on posts.id = post_id where content_id = $1',
      [videoId],
    )
  ).count;

/** Leases the post and the channel, as the job that finds them due does, and returns their messages. */
async function messagesFor(videoId: string, channelId: number) {
  const leaseEnd = new Date((await control.now()).getTime() + 15 * 60_000);
  const post = await market.one('update posts set due_at = $2 where content_id = $1 returning id::int', [
    videoId,
    leaseEnd,
  ]);
  await market.pool.query('update channels set views_due_at = $2 where id = $1', [channelId, leaseEnd]);
  const message = { platform: 'YOUTUBE', accountId: null, leaseEnd: leaseEnd.toISOString() };
  return {
    ofPost: { kind: 'measure-posts', ...message, ids: [Number(post.id)] },
    ofChannel: { kind: 'measure-channels', ...message, ids: [channelId] },
  };
}

test('a post that two deliverables and an average use is requested once, stored once and shown in each', async () => {
  const { channel, videoId, results } = await aSharedVideo(2);
  await channels.makeDue(channel);
  await control.run('take-due-platform-work');
  expect(await simulator().callsFor(channel.handle)).toEqual({ channels: 1, playlistItems: 1, videos: 1 });
  expect(await measurementsOf(videoId)).toBe(1);
  const shown = await Promise.all(results.map(({ work }) => posts.resultsOf(work)));
  const [[first], [second]] = shown.map(([result]) => result.metrics);
  expect(first).toMatchObject({ views: 1_000, likes: 40, comments: 3 });
  expect(second).toEqual(first);
  expect(await channels.shownOf(channel)).toMatchObject({ value: 1_000, sampleSize: 1, measuredAt: first.measuredAt });
});

test('a post that is read for an average gets a measurement too', async () => {
  const { channel, videoId, results } = await aSharedVideo(1);
  const [result] = results;
  if (!result) throw new Error('there is one');
  await market.pool.query(`update posts set due_at = now() + interval '1 hour' where content_id = $1`, [videoId]);
  await channels.makeDue(channel);
  await control.run('take-due-platform-work');
  expect(await measurementsOf(videoId)).toBe(1);
  const [{ metrics }] = await posts.resultsOf(result.work);
  expect(metrics).toMatchObject([{ views: 1_000 }]);
});

test.for(['submit', 'issues'] as const)(
  'a post that was measured for other work shows its measurement in the answer to %s, in the next read and in a repetition',
  async (action) => {
    const first = await posts.aPost();
    await simulator().change(first.handle, { posts: [aVideo(first.videoId)] });
    await control.run('take-due-platform-work');
    const [{ metrics }] = await posts.resultsOf(first.work);
    expect(metrics).toMatchObject([{ views: 1_000 }]);
    // A post proves one result at a time.
    await changed(first.work, aVideoId());
    const { work } = await posts.aPost();
    await changed(work, first.videoId);
    const path = `/placement-assignments/${work.id}`;
    const before = (await work.creator.api.get(path)).body.data;
    expect(before.deliverables[0].metrics).toEqual([]);
    const issue = { reason: 'OTHER', description: 'The brief asks for two different lengths.' };
    const body = { expectedVersion: before.version, ...(action === 'issues' && issue) };
    const sent = { key: randomUUID() };
    const { data } = (await posts.must(work.creator.api.post(`${path}/${action}`, body, sent))).body;
    expect(data.deliverables[0].metrics).toEqual(metrics);
    expect((await work.creator.api.get(path)).body.data).toEqual(data);
    expect((await work.creator.api.post(`${path}/${action}`, body, sent)).body.data).toEqual(data);
  },
);

/** After a request for changes the result names another post. */
async function changed(work: Work, videoId: string): Promise<void> {
  await posts.must(posts.act(work, work.advertiser.api, 'request-changes'));
  await posts.name(work, [videoId]);
}

/** The units that are spent at YouTube, and the calls that it counted for the account. Each costs one unit. */
async function spentAndCalled(handle: string): Promise<readonly [units: number, calls: number]> {
  const { units } = await market.one(`select sum(used)::int as units from platform_budgets where platform = 'YOUTUBE'`);
  const calls = Object.values(await simulator().callsFor(handle)).reduce((sum, count) => sum + count, 0);
  return [Number(units ?? 0), calls];
}

/** Delivers the message so many times at once, and once more afterwards. */
async function deliverUpToFourTimes(message: object, round: number, workers: readonly string[]): Promise<void> {
  const times = 4 - (round % 4);
  await Promise.all(Array.from({ length: times }, (_, n) => control.deliver([message], workers[n % workers.length])));
  await control.deliver([message]);
}

test(
  'messages that arrive up to four times, even at once, store each measurement once and spend a unit for each call',
  async () => {
    const { channel, videoId } = await aSharedVideo(1);
    const [before] = await spentAndCalled(channel.handle);
    const workers = [stack.baseUrl];
    // One instance consumes deliveries at the same time, too.
    if (isFullDepth) workers.push(await control.anotherInstance(), await control.anotherInstance());
    for (let round = 0; round < depth(2, 50); round += 1) {
      const { ofPost, ofChannel } = await messagesFor(videoId, channel.id);
      const measured = await measurementsOf(videoId);
      // The channel's message alone reads the post, too.
      await deliverUpToFourTimes(round % 2 === 0 ? ofPost : ofChannel, round, workers);
      expect(await measurementsOf(videoId), `round ${round}`).toBe(measured + 1);
      await market.pool.query(`update post_measurements set measured_at = measured_at - interval '1 day'`);
    }
    const [spent, called] = await spentAndCalled(channel.handle);
    expect(spent - before).toBe(called);
  },
  limitMs,
);

// At the quick depth, only the test above delivers a message again after its commit.
test.each(depth(['before'], ['before', 'after']))(
  'a worker that is killed after the answer of the platform and %s the commit measures once in the end',
  async (when) => {
    const { channel, videoId } = await aSharedVideo(1);
    const [before] = await spentAndCalled(channel.handle);
    for (let round = 0; round < depth(1, 50); round += 1) {
      const measured = await measurementsOf(videoId);
      const { ofPost } = await messagesFor(videoId, channel.id);
      await (when === 'after' ? commitWithoutReply(ofPost) : killBeforeCommit(ofPost));
      expect(await measurementsOf(videoId)).toBe(measured + (when === 'after' ? 1 : 0));
      await untilAWorkerTakes(ofPost);
      await deliverUpToFourTimes(ofPost, round, [stack.baseUrl]);
      expect(await measurementsOf(videoId), `round ${round}`).toBe(measured + 1);
      await market.pool.query(`update post_measurements set measured_at = measured_at - interval '1 hour'`);
    }
    const [spent, called] = await spentAndCalled(channel.handle);
    expect(spent - before).toBe(called);
    expect(spent).toBeLessThanOrEqual(10_000);
  },
  limitMs,
);

/** As the queue does: until a worker that has started again takes it. */
const untilAWorkerTakes = (message: object): Promise<void> =>
  expect
    .poll(() =>
      control.deliver([message]).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);

/** Kills the workers while the commit waits for a lock, and ends the commit. */
async function killBeforeCommit(message: { readonly ids: readonly number[] }): Promise<void> {
  const client = await market.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from posts where id = any ($1) for update', [message.ids]);
    const cutOff = control.deliver([message]).catch(() => undefined);
    const waiting = `from pg_stat_activity where wait_event_type = 'Lock' and query like 'with owner as%' and pid <> pg_backend_pid()`;
    await expect.poll(async () => (await market.one(`select count(*)::int ${waiting}`)).count, waitLimit).toBe(1);
    await control.killRuntimes();
    await market.pool.query(`select pg_terminate_backend(pid) ${waiting}`);
    await cutOff;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Kills the workers after the commit, before they get its reply. */
async function commitWithoutReply(message: { readonly ids: readonly number[] }): Promise<void> {
  await control.neon('hold-next-reply', 'post_measurements');
  const cutOff = control.deliver([message]).catch(() => undefined);
  await expect
    .poll(
      async () =>
        (
          await market.one(
            "select count(*)::int from posts where id = any ($1) and due_at > now() + interval '20 hours'",
            [message.ids],
          )
        ).count,
      waitLimit,
    )
    .toBe(1);
  await control.killRuntimes();
  await control.neon('up');
  await cutOff;
}
