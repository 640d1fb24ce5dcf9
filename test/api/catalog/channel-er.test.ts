import { afterAll, describe, expect, test } from 'vitest';
import { rateOf } from '../../../schema/metrics/engagement.ts';
import { clientOf } from '../../support/client.ts';
import { wordsOf } from '../../support/html.ts';
import { shared } from '../../support/stack/shared.ts';
import { aWord, measuredAt, type PostSpec, shelfOf } from './shelf.ts';

const shelf = shelfOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => shelf.close());

const post = (views: number | null, likes: number | null, comments: number | null): PostSpec => ({
  ...{ views, likes, comments },
});

async function aCreatorOf(posts: readonly PostSpec[]) {
  const topic = aWord();
  const { id, publicId } = await shelf.aCreator({ topics: [topic], channels: [{ platform: 'KICK', posts }] });
  const metric = async () => (await shelf.list({ topic })).body.data[0].metrics[0];
  return { id, publicId, topic, metric };
}

/** Posts, and the rate with its coverage as computed by hand. */
const known: readonly (readonly [string, readonly PostSpec[], number | null, readonly [number, number]])[] = [
  // 100 x 53 / 1,200 = 4.41666…; the mean of the rates of both would be 4.65.
  ['from the sums over the posts', [post(1_000, 40, 3), post(200, 10, 0)], 4.42, [2, 2]],
  // 100 x 1 / 20,000 = 0.005
  ['rounded half up', [post(20_000, 1, 0)], 0.01, [1, 1]],
  ['without the post whose likes are unknown', [post(1_000, null, 50), post(1_000, 30, 4)], 3.4, [1, 2]],
  ['without the post whose comments are unknown', [post(1_000, 500, null), post(1_000, 30, 4)], 3.4, [1, 2]],
  ['without the post whose views are unknown', [post(null, 500, 1), post(1_000, 30, 4)], 3.4, [1, 2]],
  ['without a negative count', [post(1_000, -5, 1), post(1_000, 30, 4)], 3.4, [1, 2]],
  ['with the likes of a post without views', [post(0, 2, 0), post(100, 1, 0)], 3, [2, 2]],
  ['zero when zero was measured', [post(100, 0, 0)], 0, [1, 1]],
  ['above 100', [post(10, 15, 5)], 200, [1, 1]],
  ['from the latest five posts', [...Array<PostSpec>(5).fill(post(100, 1, 1)), post(1, 1_000, 0)], 2, [5, 5]],
  ['unknown when the views are zero', [post(0, 5, 1), post(0, 0, 0)], null, [2, 2]],
  ['unknown when no post has all counts', [post(1_000, null, null)], null, [0, 1]],
  ['unknown without posts', [], null, [0, 0]],
];

describe('the engagement rate of a channel', () => {
  test.each(known)(
    'the rate is %s, in lists, on pages and in HTML',
    async (_, posts, er, [measuredPosts, totalPosts]) => {
      const { publicId, topic, metric } = await aCreatorOf(posts);
      const shown = await metric();
      expect(shown).toMatchObject({
        ...{ er, erCoverage: { measuredPosts, totalPosts } },
        erMeasuredAt: measuredPosts === 0 ? null : measuredAt,
      });
      expect((await shelf.page(publicId)).body.data.metrics).toEqual([shown]);

      const anyone = clientOf(shared.baseUrl, null, '');
      const [card, page] = await Promise.all(
        [`/creators?topic=${topic}`, `/creators/${publicId}`].map(async (path) =>
          wordsOf((await anyone.get(path)).text).replaceAll('\u00a0', ' '),
        ),
      );
      const rate = er === null ? 'not measured' : `${er.toFixed(2)} % on Kick`;
      for (const words of [card, page]) expect(words).toContain(`Engagement rate ${rate}`);
      const some = measuredPosts === totalPosts ? '' : `${measuredPosts} of `;
      const sample = `from ${some}the latest ${totalPosts === 1 ? 'post' : `${totalPosts} posts`}, measured `;
      expect(page).toContain(
        er === null ? 'Engagement rate not measured' : `Engagement rate ${er.toFixed(2)} % ${sample}`,
      );
    },
  );

  test('a filter finds the shown rate of any channel, and follows a new measurement without a new lastModified', async () => {
    // 100 x 599 / 20,000 = 2.995, which is shown as 3.
    const { id, publicId, topic } = await aCreatorOf([post(20_000, 599, 0)]);
    await aCreatorOf([]);
    const found = (minEr: number, more = {}) => shelf.listed({ topic, minEr, ...more });
    expect([await found(3), await found(3, { sort: 'price' }), await found(5)]).toEqual([[publicId], [publicId], []]);
    const html = (await clientOf(shared.baseUrl, null, '').get(`/creators?topic=${topic}&minEr=3`)).text;
    expect(html.match(/<li class="card creator">/g)).toHaveLength(1);
    expect(wordsOf(html).replaceAll('\u00a0', ' ')).toContain('Engagement rate of at least 3 % (remove)');
    const lastModified = async () => (await shelf.page(publicId)).body.data.lastModified;
    const before = await lastModified();
    const change = (set: string) =>
      shelf.run(`update channel_posts set ${set} where channel_id in (select id from channels where creator_id = $1)`, [
        id,
      ]);
    await change('comments = 1401');
    await shelf.refresh(id);
    await expect.poll(() => found(10)).toEqual([publicId]);
    expect(await lastModified()).toBe(before);
    await change('likes = null');
    await shelf.refresh(id);
    await expect.poll(() => found(1)).toEqual([]);
  });

  test('disappears from lists, pages and filters when the channel is blocked', async () => {
    const { id, publicId, topic } = await aCreatorOf([post(100, 5, 1)]);
    await shelf.run(
      `insert into channels (creator_id, kind, platform, handle, canonical_url, position)
       values ($1, 'MANUAL', 'X', $2, 'https://channels.example/x/' || $2, 1)`,
      [id, aWord()],
    );
    await shelf.run(
      `update service_listings set channel_id = (select id from channels where creator_id = $1 and platform = 'X') where creator_id = $1`,
      [id],
    );
    await shelf.run(`update channels set status = 'BLOCKED' where creator_id = $1 and platform = 'KICK'`, [id]);
    await shelf.refresh(id);
    await expect.poll(() => shelf.listed({ topic, minEr: 5 })).toEqual([]);
    expect((await shelf.page(publicId)).body.data.metrics).toMatchObject([{ er: null, channel: { platform: 'X' } }]);
  });

  test('the database rounds a rate as the code does', async () => {
    const counts = [0n, 1n, 2n, 3n, 7n, 199n, 200n, 201n, 20_000n, 39_999n, 10n ** 12n];
    const pairs = counts.flatMap((views) => counts.map((reactions) => ({ views, reactions })));
    const { rows } = await shelf.run(
      `select engagement_rate(views, reactions)::float8 as rate
       from unnest($1::numeric[], $2::numeric[]) with ordinality as pair(views, reactions, n) order by n`,
      [pairs.map(({ views }) => `${views}`), pairs.map(({ reactions }) => `${reactions}`)],
    );
    expect(rows.map(({ rate }) => rate)).toEqual(pairs.map(({ views, reactions }) => rateOf(views, reactions)));
  });
});
