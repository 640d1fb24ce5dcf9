import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasForm } from '../../support/cabinet/form-in.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { type Visitor, visitorOf } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { campaignsOf } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import { ownershipOf } from '../../support/market/ownership.ts';
import { aHandle, sellersOf } from '../../support/market/sellers.ts';
import { aLink } from '../../support/market/tracking-links.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const { aSeller, anAccount } = sellersOf(market);
const { aChannel } = ownershipOf({ market, baseUrl });
const campaigns = campaignsOf(baseUrl, market);
afterAll(() => market.close());

let staff: Visitor;
let staffId: number;
beforeAll(async () => {
  staffId = await market.aUser(['STAFF']);
  staff = await visitorOf(market, baseUrl, staffId);
});

const statusOf = async (table: 'social_accounts' | 'channels', id: number) =>
  (await market.one(`select status, block_reason as reason from ${table} where id = $1`, [id])) as object;

test('staff finds an account on the page of its user, blocks it with a reason, and unblocks it', async () => {
  const seller = await aSeller();
  const handle = aHandle();
  const id = await anAccount(seller.id, { handle });
  const path = `/cabinet/staff/accounts/${id}`;
  expect((await staff.get(`/cabinet/staff/users/${seller.id}`)).html).toContain(`href="${path}"`);

  expect((await staff.submit(path, 'block', { reason: ' ' })).status).toBe(400);
  expect(await statusOf('social_accounts', id)).toEqual({ status: 'ACTIVE', reason: null });
  const blocked = await staff.follow(await staff.submit(path, 'block', { reason: 'It is <b>not</b> hers' }));
  expect(wordsOf(blocked.html)).toContain('The account is blocked.');
  expect(blocked.html).toContain('It is &lt;b&gt;not&lt;/b&gt; hers');
  expect(blocked.html).toContain('BlockSocialAccount');
  expect(await statusOf('social_accounts', id)).toEqual({ status: 'BLOCKED', reason: 'It is <b>not</b> hers' });

  await staff.submit(path, 'block', { reason: 'Sold without notice' });
  expect(await statusOf('social_accounts', id)).toEqual({ status: 'BLOCKED', reason: 'Sold without notice' });
  const { html } = await staff.follow(await staff.submit(path, 'unblock'));
  expect(await statusOf('social_accounts', id)).toEqual({ status: 'ACTIVE', reason: null });
  expect(html.match(/<span class="main">BlockSocialAccount/g)).toHaveLength(3);
});

test('an account that is not proven has no button that blocks it', async () => {
  const seller = await aSeller();
  const id = await anAccount(seller.id, { status: 'PENDING', isVerified: false });
  const { html } = await staff.get(`/cabinet/staff/accounts/${id}`);
  expect(hasForm(html, 'block')).toBe(false);
  expect(wordsOf(html)).toContain('Only a verified account can be blocked.');
});

test('staff blocks a channel on the page of its user, and no other one, and the audit log keeps the reason', async () => {
  const seller = await aSeller();
  const [blocked, other] = [await aChannel(seller.id), await aChannel(seller.id)];
  const path = `/cabinet/staff/users/${seller.id}`;
  const sent = await staff.submit(path, 'block', { reason: 'Impersonates Ada' }, String(blocked.id));
  expect(wordsOf((await staff.follow(sent)).html)).toContain('The channel is blocked.');
  expect(await statusOf('channels', blocked.id)).toEqual({ status: 'BLOCKED', reason: 'Impersonates Ada' });
  expect(await statusOf('channels', other.id)).toEqual({ status: 'ACTIVE', reason: null });
  const log = (await staff.get(`/cabinet/staff/audit?object=channels%2F${blocked.id}`)).html;
  expect(log).toContain('BlockChannel');
  expect(log).toContain('Impersonates Ada');
  expect((await staff.submit(path, 'unblock', {}, String(blocked.id))).status).toBe(303);
  expect(await statusOf('channels', blocked.id)).toEqual({ status: 'ACTIVE', reason: null });
});

test('a channel that staff blocks during the review of its proof is not decided until the block ends', async () => {
  const seller = await aSeller();
  const { id } = await aChannel(seller.id, { ownership: 'PENDING_REVIEW' });
  const path = `/cabinet/staff/ownership/${id}`;
  expect(hasForm((await staff.get(path)).html, 'approve')).toBe(true);
  const { html } = await staff.follow(await staff.submit(path, 'block', { reason: 'Impersonates Ada' }));
  expect(wordsOf(html)).toContain('Reason Impersonates Ada');
  expect(hasForm(html, 'approve')).toBe(false);
  const freed = await staff.follow(await staff.submit(path, 'unblock'));
  expect(hasForm(freed.html, 'approve')).toBe(true);
});

test('staff finds a tracking link by its address, blocks it with a reason, and its advertiser sees the block', async () => {
  const advertiser = await campaigns.anAdvertiser();
  const campaign = await campaigns.aRunning(advertiser);
  const [link, other] = [await aLink(advertiser, campaign), await aLink(advertiser, campaign)];
  const path = `/cabinet/staff/links?code=${encodeURIComponent(link.url)}`;
  const found = await staff.get(path);
  for (const word of [link.code, link.destinationUrl, 'Summer drinks', 'Active'])
    expect(wordsOf(found.html)).toContain(word);
  expect(found.html).toContain(`href="/cabinet/staff/users/${advertiser.userId}"`);
  expect(found.html).not.toContain(other.code);

  const of = String(link.id);
  expect((await staff.submit(path, 'block', { reason: ' ' }, of)).status).toBe(400);
  const blocked = await staff.follow(await staff.submit(path, 'block', { reason: 'Asks for <b>passwords</b>' }, of));
  expect(wordsOf(blocked.html)).toContain('The link is switched off.');
  expect(wordsOf(blocked.html)).toContain('Blocked');
  const browser = await signedIn(baseUrl, advertiser);
  const owned = await browser.get(`/cabinet/campaigns/${campaign.id}/links`);
  expect(owned.html).toContain('Asks for &lt;b&gt;passwords&lt;/b&gt;');
  const links = (await advertiser.keyed.get(`/campaigns/${campaign.id}/tracking-links`)).body.data;
  expect(links).toMatchObject([
    { id: other.id, blockedAt: null, blockReason: null },
    { id: link.id, blockedAt: expect.any(String), blockReason: 'Asks for <b>passwords</b>' },
  ]);
  expect((await staff.get(`/cabinet/staff/audit?object=tracking-links%2F${link.id}`)).html).toContain(
    'BlockTrackingLink',
  );

  const freed = await staff.follow(await staff.submit(path, 'unblock', {}, of));
  expect(wordsOf(freed.html)).toContain('Active');
  expect(wordsOf((await staff.get('/cabinet/staff/links?code=0000000000')).html)).toContain('No link matches.');
});

test('the pages of staff offer no action on an object of the acting person', async () => {
  const userId = staffId;
  await market.aCreator({ userId });
  const account = await anAccount(userId, { handle: aHandle() });
  const channel = await aChannel(userId, { ownership: 'PENDING_REVIEW' });
  const { rows } = await market.pool.query(
    `with campaign as (update campaigns set advertiser_id = $1 where id = $2)
     select code from tracking_links where campaign_id = $2`,
    [userId, await linkedCampaign()],
  );
  const pages = {
    [`/cabinet/staff/accounts/${account}`]: ['block'],
    [`/cabinet/staff/users/${userId}`]: ['block', 'suspend', 'grant'],
    [`/cabinet/staff/ownership/${channel.id}`]: ['block', 'approve', 'reject'],
    [`/cabinet/staff/links?code=${rows[0].code}`]: ['block'],
  };
  for (const [path, forms] of Object.entries(pages)) {
    const { status, html } = await staff.get(path);
    expect([path, status]).toEqual([path, 200]);
    for (const name of forms) expect(hasForm(html, name), `${path}: ${name}`).toBe(false);
    expect(wordsOf(html)).toContain('This is yours. Another member of staff decides about it.');
  }
});

/** A campaign of somebody with a tracking link. */
async function linkedCampaign(): Promise<number> {
  const advertiser = await campaigns.anAdvertiser();
  const campaign = await campaigns.aRunning(advertiser);
  await aLink(advertiser, campaign);
  return campaign.id;
}
