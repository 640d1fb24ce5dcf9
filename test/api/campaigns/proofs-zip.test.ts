import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { growProofs } from '../../../scripts/bench/proofs-data.ts';
import { refused } from '../../support/contract/expectations.ts';
import { filesIn, linesOf, readByPrograms } from '../../support/market/archives.ts';
import { aTile, type OwnProofs, ownProofs } from '../../support/market/campaign-proofs.ts';
import { campaignsOf, dataOf } from '../../support/market/campaigns.ts';
import { objectStoreOf } from '../../support/object-store.ts';
import { depth } from '../../support/stack/depth.ts';

let own: OwnProofs['own'];
let proofs: OwnProofs['proofs'];
let scene: OwnProofs['scene'];
ownProofs((made) => {
  ({ own, proofs, scene } = made);
});

const zipPath = (query = '') => `/campaigns/${scene.campaign.id}/proofs/zip${query}`;
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const minutesAgo = async (count: number) => new Date((await own.control.now()).getTime() - count * 60_000);

/** The files of the ZIP, whose manifest has the size and the SHA-256 of each file. With `byAll`, every reader of this machine accepts it. */
async function download(query = '', { byAll = false } = {}) {
  const { status, headers, bytes } = await proofs.read(scene.advertiser, zipPath(query));
  expect(status, bytes.toString()).toBe(200);
  expect(headers.get('content-length')).toBe(String(bytes.length));
  const files = await filesIn(bytes);
  if (byAll) {
    const hashes = files.map(({ name, bytes: content }) => [name, sha256Of(content)]);
    for (const [program, found] of await readByPrograms(bytes)) expect(found ?? hashes, program).toEqual(hashes);
  }
  expect(files.every(({ isStored }) => isStored)).toBe(true);
  const [index, manifest] = [files[0], files.at(-1)];
  expect([index?.name, manifest?.name]).toEqual(['index.csv', 'manifest.json']);
  const listed = files.slice(0, -1).map(({ name, bytes: content }) => ({
    ...{ name, size: content.length, sha256: sha256Of(content) },
  }));
  expect(JSON.parse(String(manifest?.bytes))).toEqual({ files: listed });
  return { headers, csv: index?.bytes ?? Buffer.alloc(0), images: files.slice(1, -1) };
}

const header = '\uFEFF"post","link","account","reel","time","views"\r\n';

/** Moves the publication of a post back, so that its screenshots may be older. */
const publishEarlier = (id: number) =>
  own.market.pool.query(`update campaign_posts set published_at = published_at - interval '1 day' where id = $1`, [id]);

async function anEarlierPost() {
  const post = await scene.aPost();
  await publishEarlier(post.id);
  return post;
}

describe('the ZIP of the screenshots of a campaign', () => {
  test('a ZIP without screenshots has the header of index.csv alone', async () => {
    await scene.aPost();
    const { csv, images } = await download('', { byAll: true });
    expect(csv.toString()).toBe(header);
    expect(images).toEqual([]);
  });

  test('the ZIP has the latest screenshot of each post, in the order of the posts, and an index that equals the lists', async () => {
    const [first, unproven, last] = [await anEarlierPost(), await anEarlierPost(), await anEarlierPost()];
    const others = await scene.aPost(await scene.posts.aPublisher('YOUTUBE'));
    await last.prover.aProof({ bytes: aTile(1), takenAt: await minutesAgo(9), views: null });
    await first.prover.aProof({ bytes: aTile(2), takenAt: await minutesAgo(5), views: 48_200 });
    await first.prover.aProof({ bytes: aTile(3), takenAt: await minutesAgo(7), views: 40_000 });
    const { csv, images, headers } = await download();
    expect(images.map(({ name }) => name)).toEqual([`proofs/${first.id}.jpg`, `proofs/${last.id}.jpg`]);
    const { advertiser, campaign } = scene;
    const expected = await Promise.all(
      [first, last].map(async ({ id, lists }, n) => {
        const [proof] = dataOf(await advertiser.keyed.get(lists.advertiser));
        const image = await proofs.read(advertiser, `${lists.advertiser}/${proof.id}/image`);
        expect(images[n]?.bytes.equals(image.bytes)).toBe(true);
        const post = await scene.posts.campaignPostOf(advertiser, campaign, id);
        return {
          ...{ post: String(id), link: post.url, account: post.handle, reel: post.contentId },
          ...{ time: proof.takenAt, views: proof.views === null ? '' : String(proof.views) },
        };
      }),
    );
    expect(expected.map(({ views }) => views)).toEqual(['48200', '']);
    expect(linesOf(csv)).toEqual(expected);
    expect(csv.toString().split('\r\n')).toHaveLength(4);
    expect(csv.toString().replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const { id } of [unproven, others]) expect(csv.toString()).not.toContain(`\r\n"${id}",`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="campaign-${campaign.id}-proofs.zip"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'ratelimit-policy': expect.stringMatching(/^"export";/),
    });
  });

  test('the ZIP contains the screenshots of a period: from and to bound takenAt, and both are inclusive', async () => {
    const { prover } = await anEarlierPost();
    const times = [await minutesAgo(30), await minutesAgo(20), await minutesAgo(10)];
    for (const [views, takenAt] of times.entries()) await prover.aProof({ takenAt, views });
    const [first = '', second = '', third = ''] = times.map((time) => time.toISOString());
    const viewsIn = async (query: string) => linesOf((await download(query)).csv).map(({ views }) => views);
    expect(await viewsIn('')).toEqual(['2']);
    expect(await viewsIn(`?from=${second}&to=${second}`)).toEqual(['1']);
    expect(await viewsIn(`?to=${second}`)).toEqual(['1']);
    expect(await viewsIn(`?from=${third}`)).toEqual(['2']);
    expect(await viewsIn(`?to=${first.slice(0, 10)}&from=1970-01-01`)).toHaveLength(1);
    expect(await viewsIn('?to=2020-01-01')).toEqual([]);
    for (const query of ['?from=yesterday', '?to=', `?from=${third}&to=${second}`])
      refused(await scene.advertiser.keyed.get(zipPath(query)), 'VALIDATION_FAILED', query);
  });

  test('the ZIP has no text that a spreadsheet runs as a formula, and quotes the separators of CSV', async () => {
    scene = await proofs.aCampaign();
    const posts = [await scene.aPost(), await scene.aPost(), await scene.aPost(), await scene.aPost()];
    const texts = ['=HYPERLINK("https://evil.example","x")', '-2+3', '@SUM(1,2)', '\uFF1D1+1'];
    for (const [n, { id, prover }] of posts.entries()) {
      await prover.aProof({ takenAt: await own.control.now(), views: n });
      await own.market.pool.query('update campaign_posts set content_id = $2 where id = $1', [id, texts[n]]);
    }
    const handle = '+1,"2"\r\nx';
    await own.market.pool.query('update social_accounts set handle = $2 where id = $1', [
      ...[scene.creator.accountId, handle],
    ]);
    const lines = linesOf((await download()).csv);
    expect(lines.map(({ reel }) => reel)).toEqual(texts.map((text) => `'${text}`));
    expect(lines.map(({ account }) => account)).toEqual(texts.map(() => `'${handle}`));
  });

  test('the ZIP has no views while the advertiser may not see the metrics of the post', async () => {
    scene = await proofs.aCampaign();
    const { prover } = await scene.aPost();
    await scene.posts.scan();
    await prover.aProof({ takenAt: await own.control.now(), views: 900 });
    const viewsOf = async () => linesOf((await download()).csv).map(({ views }) => views);
    expect(await viewsOf()).toEqual(['900']);
    const { creator } = scene;
    dataOf(await creator.api.put(`/social-accounts/${creator.accountId}/sharing`, { enabled: false }));
    expect(await viewsOf()).toEqual(['']);
  });

  test('the ZIP of a campaign of another advertiser does not exist', async () => {
    const { anAdvertiser } = campaignsOf(own.stack.baseUrl, own.market);
    refused(await (await anAdvertiser()).keyed.get(zipPath()), 'RESOURCE_NOT_FOUND');
    refused(await scene.creator.keyed.get(zipPath()), 'ROLE_NOT_ALLOWED');
  });
});

describe('the ZIP of many screenshots', () => {
  type Store = Parameters<typeof growProofs>[1];
  const grow = (posts: number, size: number, store: Store = objectStoreOf(own.stack.storeUrl)) =>
    growProofs(own.market.pool, store, {
      ...{ campaignId: scene.campaign.id, creatorId: scene.creator.userId, accountId: scene.creator.accountId },
      // Larger and smaller ones take turns.
      ...{ posts, sizeAt: (place: number) => size - (place % 3) * (size >> 2) },
    });
  const nowhere: Store = { put: async () => undefined };

  test.each(depth([1, 40], [1, 1_000, 5_000]))(
    'every reader opens a ZIP of %s screenshots, and its index lists each post',
    { timeout: 10 * 60_000 },
    async (count) => {
      const ids = await grow(count, depth(20_000, 60_000));
      const { csv, images } = await download('', { byAll: true });
      expect(images.map(({ name }) => name)).toEqual(ids.map((id) => `proofs/${id}.jpg`));
      const lines = linesOf(csv);
      expect(lines.map(({ post }) => Number(post))).toEqual(ids);
      for (const at of new Set([0, count - 1])) {
        const { advertiser } = proofs.listsOf(scene.campaign.id, ids[at] ?? 0);
        const [{ takenAt, views }] = dataOf(await scene.advertiser.keyed.get(advertiser));
        expect(lines[at]).toMatchObject({ time: takenAt, views: views === null ? '' : String(views) });
      }
    },
  );

  test('a ZIP of more than 5,000 screenshots is refused, and a shorter period is accepted', async () => {
    const ids = await grow(5_001, 10, nowhere);
    const { body } = await scene.advertiser.keyed.get(zipPath());
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'from' }] });
    await own.market.pool.query('alter table campaign_proofs disable trigger append_only');
    await own.market.pool.query(
      `update campaign_proofs set taken_at = '2020-01-01' where campaign_post_id = any ($1)`,
      [ids],
    );
    await own.market.pool.query('alter table campaign_proofs enable trigger append_only');
    expect((await download('?from=2021-01-01')).images).toEqual([]);
  });

  test('a ZIP of more than 1 GiB is refused', async () => {
    const ids = await grow(103, 10, nowhere);
    await own.market.pool.query('update private_uploads set stored_size = $2 where campaign_post_id = any ($1)', [
      ...[ids, 10 * 1024 ** 2],
    ]);
    const { body } = await scene.advertiser.keyed.get(zipPath());
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'from' }] });
  });
});
