import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { grantedPostsOf } from '../../../support/market/granted-posts.ts';
import { aVideo } from '../../../support/market/posts.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import { type OwnMarket, ownMarket } from '../../../support/stack/own-market.ts';

let own: OwnMarket;
let posts: ReturnType<typeof grantedPostsOf>;
ownMarket((started) => {
  own = started;
  posts = grantedPostsOf(own.stack, own.market);
});

const hourMs = 3_600_000;
const aStoryId = () => Array.from({ length: 17 }, () => 1 + randomInt(9)).join('');
const storyUrl = (handle: string, id: string) => `https://www.instagram.com/stories/${handle}/${id}/`;
const postUrl = (id: string) => `https://www.instagram.com/p/${id}/`;

/** Accepted work of a connected creator, with so many results. */
async function acceptedWork(quantity: 1 | 5, shareMetrics = true) {
  const first = await posts.aGrantedPost('INSTAGRAM', { shareMetrics, videoId: aStoryId() });
  const advertiser = await own.market.anAdvertiser({ fundsCents: 1_000_000 });
  const [work] = await posts.ordered(advertiser, [first.work.listing], quantity);
  if (!work) throw new Error('an order has work');
  await posts.accept(work);
  return { work, handle: first.handle, creator: first.owner };
}
type Work = Awaited<ReturnType<typeof acceptedWork>>['work'];

/** The only post that the account shows. */
async function publish(handle: string, id: string, changes: object): Promise<void> {
  const post = aVideo(id, { media: 'STORY', state: 'PUBLIC', likes: null, comments: null, ...changes });
  await simulatorOf(own.stack.socialUrl, 'INSTAGRAM').change(handle, { posts: [post] });
}

async function name(work: Work, index: number, url: string): Promise<void> {
  const result = (await posts.resultsOf(work))[index];
  const path = `/placement-assignments/${work.id}/deliverables/${result.id}`;
  await posts.must(work.creator.api.put(path, { expectedVersion: result.version, url }));
}

async function moveOn(hours: number): Promise<void> {
  await own.control.moveOn(hours * hourMs);
  await own.control.run('take-due-platform-work');
}

const viewsOf = async (work: Work) =>
  (await posts.resultsOf(work)).map(({ metrics }) => metrics.map(({ views }: { views: number | null }) => views));

/** The hours after the publication at which a post was measured. */
async function measuredHours(contentId: string): Promise<number[]> {
  const { rows } = await own.market.pool.query(
    `select round(extract(epoch from m.measured_at - p.published_at) / 360) / 10 as hours
     from posts p join post_measurements m on m.post_id = p.id where p.content_id = $1 order by 1`,
    [contentId],
  );
  return rows.map(({ hours }) => Number(hours));
}

test('each story of a package, one a day, is scanned from the moment its address is sent, and keeps its last value', async () => {
  const { work, handle } = await acceptedWork(5);
  const ids = Array.from({ length: 5 }, aStoryId);
  for (const [index, id] of ids.entries()) {
    const publishedAt = (await own.control.now()).toISOString();
    const show = (hour: number) => publish(handle, id, { publishedAt, views: 100 * (index + 1) + hour });
    await show(0);
    await name(work, index, storyUrl(handle, id));
    await own.control.run('take-due-platform-work');
    if (index === 4) await posts.submit(work);
    let last = 0;
    for (const hour of [1, 6, 12, 20, 23.5]) {
      await show(Math.floor(hour));
      await moveOn(hour - last + (last === 0 ? 0.01 : 0));
      last = hour;
    }
    await moveOn(1);
  }
  expect(await viewsOf(work)).toEqual([[123], [223], [323], [423], [523]]);
  for (const id of ids) expect(await measuredHours(id)).toEqual([0, 1, 6, 12, 20, 23.5]);
}, 240_000);

test('a story that the platform lists only after its address was sent is measured within minutes', async () => {
  const { work, handle } = await acceptedWork(1);
  const id = aStoryId();
  await publish(handle, aStoryId(), { publishedAt: (await own.control.now()).toISOString(), views: 5 });
  await name(work, 0, storyUrl(handle, id));
  await own.control.run('take-due-platform-work');
  await publish(handle, id, { publishedAt: (await own.control.now()).toISOString(), views: 77 });
  await posts.submit(work);
  await moveOn(0.25);
  expect(await viewsOf(work)).toEqual([[77]]);
});

test('a story whose address is replaced before the submission, by a story or another post, is not scanned any more', async () => {
  const { work, handle } = await acceptedWork(1);
  const [former, latter] = [aStoryId(), aStoryId()];
  const publishedAt = (await own.control.now()).toISOString();
  await publish(handle, former, { publishedAt, views: 10 });
  await name(work, 0, storyUrl(handle, former));
  await own.control.run('take-due-platform-work');
  await publish(handle, latter, { publishedAt, views: 20 });
  await name(work, 0, storyUrl(handle, latter));
  await moveOn(1.01);
  expect(await viewsOf(work)).toEqual([[20]]);
  expect(await measuredHours(former)).toEqual([0]);
  const measured = await measuredHours(latter);
  await name(work, 0, postUrl('Cabcdefghij'));
  await moveOn(5);
  expect(await viewsOf(work)).toEqual([[]]);
  expect([await measuredHours(former), await measuredHours(latter)]).toEqual([[0], measured]);
});

test('a story of work that ends without a submission is not scanned any more', async () => {
  const { work, handle } = await acceptedWork(1);
  const id = aStoryId();
  await publish(handle, id, { publishedAt: (await own.control.now()).toISOString(), views: 10 });
  await name(work, 0, storyUrl(handle, id));
  await own.control.run('take-due-platform-work');
  await own.market.pool.query(`update placement_assignments set status = 'CANCELLED', ended_at = now() where id = $1`, [
    work.id,
  ]);
  await moveOn(1.01);
  expect(await measuredHours(id)).toEqual([0]);
});

test('another post is measured only from the submission', async () => {
  const { work, handle } = await acceptedWork(1);
  const id = `C${aStoryId().slice(0, 10)}`;
  await publish(handle, id, { media: 'VIDEO', views: 30, likes: 2, comments: 1 });
  await name(work, 0, postUrl(id));
  await moveOn(1);
  expect(await viewsOf(work)).toEqual([[]]);
  await posts.submit(work);
  await moveOn(1);
  expect(await viewsOf(work)).toEqual([[30]]);
});

test('a story before the submission is shown to its advertiser only with the consent of its owner', async () => {
  const { work, handle, creator } = await acceptedWork(1, false);
  const id = aStoryId();
  await publish(handle, id, { publishedAt: (await own.control.now()).toISOString(), views: 40 });
  await name(work, 0, storyUrl(handle, id));
  await own.control.run('take-due-platform-work');
  const path = `/placement-assignments/${work.id}/deliverables`;
  expect((await creator.api.get(path)).body.data[0].metrics).toMatchObject([{ views: 40 }]);
  expect((await work.advertiser.api.get(path)).body.data[0].metrics).toMatchObject([
    { views: null, reason: 'WITHHELD' },
  ]);
});
