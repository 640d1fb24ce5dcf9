import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownFields } from '../../../functions/web/ui/forms/form-state.ts';
import { hasForm } from '../../support/cabinet/form-in.ts';
import { type Visitor, visitorOf } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { aFile, announced, putFile } from '../../support/market/files.ts';
import { anInstagramPost } from '../../support/market/instagram-posts.ts';
import { marketOf } from '../../support/market/market.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { submitPosts } from '../../support/market/submitted-posts.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

let staffId: number;
let staff: Visitor;
beforeAll(async () => {
  staffId = await market.aUser(['STAFF']);
  staff = await visitorOf(market, baseUrl, staffId);
});

const pathOf = (id: number) => `/cabinet/staff/posts/${id}`;
const linksIn = (html: string) =>
  [...html.matchAll(/href="\/cabinet\/staff\/posts\/(\d+)"/g)].map(([, id]) => Number(id));
const proofsOf = async (id: number) =>
  (await market.pool.query('select views::int from campaign_proofs where campaign_post_id = $1', [id])).rows;
const justNow = () => new Date(Date.now() - 60_000).toISOString().slice(0, 16);

/** A verified screenshot of the member of staff, sent as the script of the page sends it. */
async function aScreenshot(id: number): Promise<string> {
  const tile = aFile['image/jpeg']();
  const json = { accept: 'application/json' };
  const own = (form: string, of = '') =>
    [
      [ownFields.form, form],
      [ownFields.of, of],
      [ownFields.key, crypto.randomUUID()],
    ] as const;
  const fields = Object.entries(announced(tile, 'image/jpeg')).map(([name, value]) => [name, String(value)] as const);
  const upload = JSON.parse((await staff.post(pathOf(id), [...own('upload'), ...fields], json)).html).data;
  await putFile(upload, tile);
  expect((await staff.post(pathOf(id), own('complete', upload.uploadId), json)).status).toBe(200);
  return upload.uploadId;
}

test('staff finds a post by its campaign and by its id', async () => {
  const [post, other] = [await anInstagramPost(market, baseUrl), await anInstagramPost(market, baseUrl)];
  expect(linksIn((await staff.get('/cabinet/staff/posts')).html).slice(0, 2)).toEqual([other.id, post.id]);
  const ofCampaign = await staff.get(`/cabinet/staff/posts?campaignId=${post.campaignId}`);
  expect(linksIn(ofCampaign.html)).toEqual([post.id]);
  expect(linksIn((await staff.get(`/cabinet/staff/posts?postId=${other.id}`)).html)).toEqual([other.id]);
  const none = await staff.get(`/cabinet/staff/posts?campaignId=${post.campaignId}&postId=${other.id}`);
  expect(wordsOf(none.html)).toContain('No post matches.');
});

test('staff adds a screenshot with its views, once, and the audit log has it', async () => {
  const { id } = await anInstagramPost(market, baseUrl);
  const uploadIds = await aScreenshot(id);
  const typed = { uploadIds, takenAt: justNow(), views: '48200' };
  const refused = await staff.submit(pathOf(id), 'add', { ...typed, takenAt: '2020-01-01T00:00' });
  expect(refused.status).toBe(400);
  expect(refused.html).toMatch(/id="add-takenAt"[^>]*aria-invalid="true"/);
  expect(refused.html).toContain(`value="${uploadIds}"`);
  const added = await staff.follow(await staff.submit(pathOf(id), 'add', typed));
  expect(wordsOf(added.html)).toContain('The screenshot is a proof of the post.');
  expect((await staff.submit(pathOf(id), 'add', typed)).status).toBe(400);
  expect(await proofsOf(id)).toEqual([{ views: 48_200 }]);
  const log = (await staff.get(`/cabinet/staff/audit?object=posts%2F${id}`)).html;
  expect(log.match(/<span class="main">AddPostProof/g)).toHaveLength(1);
});

test('views that the platform hides stay unknown', async () => {
  const { id } = await anInstagramPost(market, baseUrl);
  const typed = { uploadIds: await aScreenshot(id), takenAt: justNow(), views: '' };
  const { html } = await staff.follow(await staff.submit(pathOf(id), 'add', typed));
  expect(wordsOf(html)).toContain('hidden by the platform, or not shared by the creator');
  expect(await proofsOf(id)).toEqual([{ views: null }]);
});

test('a post of another platform, and one of a campaign that the member of staff takes part in, have no form', async () => {
  const { id, campaignId } = await anInstagramPost(market, baseUrl);
  await market.pool.query('update campaign_posts set creator_id = $2 where id = $1', [id, staffId]);
  const own = await staff.get(pathOf(id));
  expect(hasForm(own.html, 'add')).toBe(false);
  expect(wordsOf(own.html)).toContain('Another member of staff adds its screenshots.');
  const { id: creatorId } = await market.aCreator();
  const accountId = await sellersOf(market).anAccount(creatorId);
  const [video = 0] = await submitPosts(market, { campaignId, creatorId, accountId });
  const other = await staff.get(pathOf(video));
  expect(hasForm(other.html, 'add')).toBe(false);
  expect(wordsOf(other.html)).toContain('Only posts of Instagram have screenshots.');
});
