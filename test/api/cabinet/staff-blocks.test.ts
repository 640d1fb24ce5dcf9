import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasForm } from '../../support/cabinet/form-in.ts';
import { type Visitor, visitorOf } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { marketOf } from '../../support/market/market.ts';
import { ownershipOf } from '../../support/market/ownership.ts';
import { aHandle, sellersOf } from '../../support/market/sellers.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const { aSeller, anAccount } = sellersOf(market);
const { aChannel } = ownershipOf({ market, baseUrl });
afterAll(() => market.close());

let staff: Visitor;
beforeAll(async () => {
  staff = await visitorOf(market, baseUrl, await market.aUser(['STAFF']));
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
