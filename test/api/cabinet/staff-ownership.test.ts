import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasForm } from '../../support/cabinet/form-in.ts';
import { type Visitor, visitorOf } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { marketOf } from '../../support/market/market.ts';
import { ownershipOf } from '../../support/market/ownership.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const { anOwner, aChannel } = ownershipOf({ market, baseUrl });
afterAll(() => market.close());

let staff: Visitor;
beforeAll(async () => {
  staff = await visitorOf(market, baseUrl, await market.aUser(['STAFF']));
});

async function aReview(ownership: 'PENDING_REVIEW' | 'VERIFIED' = 'PENDING_REVIEW') {
  const { id } = await aChannel((await anOwner()).id, { ownership });
  return { id, path: `/cabinet/staff/ownership/${id}` };
}
const claimOf = async (id: number) =>
  (await market.one(`select ownership, reason from channels join ownership_claims on channel_id = id where id = $1`, [
    id,
  ])) as object;

test('staff approves a proof, and the page then offers to withdraw it', async () => {
  const { id, path } = await aReview();
  const { html } = await staff.follow(await staff.submit(path, 'approve'));
  expect(wordsOf(html)).toContain('The channel is verified.');
  expect(await claimOf(id)).toEqual({ ownership: 'VERIFIED', reason: null });
  expect([hasForm(html, 'approve'), hasForm(html, 'reject'), hasForm(html, 'withdraw')]).toEqual([false, false, true]);
  expect(wordsOf(html)).toContain('Approved by staff');
});

test('staff rejects a proof with a reason that the page shows, and not without one', async () => {
  const { id, path } = await aReview();
  const refused = await staff.submit(path, 'reject', { reason: ' ' });
  expect(refused.status).toBe(400);
  expect(refused.html).toMatch(/id="reject-reason"[^>]*aria-invalid="true"/);
  expect(await claimOf(id)).toEqual({ ownership: 'PENDING_REVIEW', reason: null });
  const { html } = await staff.follow(await staff.submit(path, 'reject', { reason: 'Not the <b>dashboard</b>' }));
  expect(wordsOf(html)).toContain('The proof is rejected.');
  expect(html).toContain('Not the &lt;b&gt;dashboard&lt;/b&gt;');
  expect(await claimOf(id)).toEqual({ ownership: 'REJECTED', reason: 'Not the <b>dashboard</b>' });
});

test('staff withdraws a verification with a reason', async () => {
  const { id, path } = await aReview('VERIFIED');
  const { html } = await staff.follow(await staff.submit(path, 'withdraw', { reason: 'The channel was sold' }));
  expect(wordsOf(html)).toContain('The verification is withdrawn.');
  expect(await claimOf(id)).toEqual({ ownership: 'REJECTED', reason: 'The channel was sold' });
  expect(hasForm(html, 'withdraw')).toBe(false);
});

test('a decision on a proof that has changed since the page was opened is refused, and changes nothing', async () => {
  const { id, path } = await aReview();
  await market.pool.query('update channels set version = version + 1 where id = $1', [id]);
  const stale = { expectedVersion: '1' };
  expect((await staff.submit(path, 'approve', stale)).status).toBe(409);
  expect((await staff.submit(path, 'reject', { ...stale, reason: 'Too old' })).status).toBe(409);
  expect(await claimOf(id)).toEqual({ ownership: 'PENDING_REVIEW', reason: null });
});
