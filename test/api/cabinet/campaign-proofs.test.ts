import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import type { Visitor } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { filesIn, linesOf } from '../../support/market/archives.ts';
import { aTile, campaignProofsOf, type ProvenCampaign } from '../../support/market/campaign-proofs.ts';
import { marketOf } from '../../support/market/market.ts';
import { controlOf } from '../../support/stack/control.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const proofs = campaignProofsOf({ stack: shared, market, control: controlOf(shared.controlUrl) });
afterAll(() => market.close());

let scene: ProvenCampaign;
let advertiser: Visitor;
beforeAll(async () => {
  scene = await proofs.aCampaign();
  advertiser = await signedIn(baseUrl, scene.advertiser);
});

const campaignPath = () => `/cabinet/campaigns/${scene.campaign.id}`;

/** A post with more screenshots than one page shows: rows without files. */
async function aLongPost(count: number) {
  const post = await scene.aPost();
  await market.pool.query(`begin; set local session_replication_role = replica;
    insert into campaign_proofs (campaign_post_id, upload_id, taken_at, views, created_at)
    select ${post.id}, gen_random_uuid(), now() - n * interval '1 minute', n, now() from generate_series(1, ${count}) n; commit`);
  return post;
}
const viewsIn = (html: string) => [...wordsOf(html).matchAll(/(\d+) views/g)].map(([, views]) => Number(views));

test('all screenshots of a post are on pages of the advertiser and of its creator', async () => {
  const { id } = await aLongPost(45);
  const creator = await signedIn(baseUrl, scene.creator);
  for (const [browser, path] of [
    [advertiser, `${campaignPath()}/posts/${id}`],
    [creator, `/cabinet/posts/${id}`],
  ] as const) {
    const first = await browser.get(path);
    const [, older = ''] = /href="([^"]*\/proofs\?cursor=[^"]+)"/.exec(first.html) ?? [];
    const second = await browser.get(older);
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(second.html) ?? [];
    const third = await browser.get(next.replaceAll('&amp;', '&'));
    const shown = [first, second, third].flatMap(({ html }) => viewsIn(html));
    expect(shown).toEqual(Array.from({ length: 45 }, (_, index) => index + 1));
    expect(third.html).not.toContain('rel="next"');
  }
});

test('the screenshots of a foreign post are not found', async () => {
  const { id } = await scene.aPost();
  const other = await signedIn(baseUrl, (await proofs.aCampaign()).advertiser);
  expect((await other.get(`${campaignPath()}/posts/${id}/proofs`)).status).toBe(404);
});

test('the proofs of a campaign are a ZIP with the screenshot of each post and a list of them', async () => {
  const own = await proofs.aCampaign();
  const post = await own.aPost();
  const bytes = aTile(7);
  const takenAt = new Date();
  await post.prover.aProof({ bytes, takenAt, views: 812 });
  const browser = await signedIn(baseUrl, own.advertiser);
  const zip = `/cabinet/campaigns/${own.campaign.id}/proofs.zip`;
  const read = (query: string) => fetch(`${baseUrl}${zip}?${query}`, { headers: { cookie: browser.cookie() } });
  const answer = await read('from=&to=');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = await filesIn(new Uint8Array(await answer.arrayBuffer()));
  expect(files.map(({ name }) => name)).toEqual(['index.csv', `proofs/${post.id}.jpg`, 'manifest.json']);
  expect(linesOf(files[0]?.bytes ?? Buffer.alloc(0))).toMatchObject([
    { post: String(post.id), time: takenAt.toISOString(), views: '812' },
  ]);
  const earlier = await filesIn(new Uint8Array(await (await read('to=2020-01-01')).arrayBuffer()));
  expect(earlier.map(({ name }) => name)).toEqual(['index.csv', 'manifest.json']);
});

test('the page of the posts has a form that chooses the days of the ZIP, and says how much one ZIP has', async () => {
  await scene.aPost();
  const { html } = await advertiser.get(`${campaignPath()}/posts`);
  const [form = ''] =
    new RegExp(`<form method="get"[^>]*action="${campaignPath()}/proofs.zip".*?</form>`, 's').exec(html) ?? [];
  expect(form).toContain('name="from"');
  expect(form).toContain('name="to"');
  expect(wordsOf(html)).toContain('One ZIP has at most 5,000 screenshots and 1 GiB');
  const refused = await advertiser.get(`${campaignPath()}/proofs.zip?from=2026-11-02&to=2026-11-01`);
  expect([refused.status, wordsOf(refused.html)]).toEqual([400, expect.stringContaining('from must not be after to')]);
});
