import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { formIn, hasForm } from '../../support/cabinet/form-in.ts';
import { filled, type Visitor, visitorOf } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { assignmentsOf, type Work } from '../../support/market/assignments.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const { assignmentIn, seenBy } = assignmentsOf(market, baseUrl);
afterAll(() => market.close());
afterEach(() => market.expectSoundLedger());

let staff: Visitor;
beforeAll(async () => {
  staff = await visitorOf(market, baseUrl, await market.aUser(['STAFF']));
});
const pathOf = ({ id }: Work) => `/cabinet/staff/disputes/${id}`;

test('staff splits a dispute, and the page has shown exactly the amounts that are paid', async () => {
  const work = await assignmentIn('DISPUTED');
  const shown = wordsOf((await staff.get(`${pathOf(work)}?share=3300`)).html);
  const [, toCreator = ''] = /Creator, 33 % ([\d.]+)/.exec(shown) ?? [];
  const [, back = ''] = /Back to the advertiser ([\d.]+)/.exec(shown) ?? [];
  const before = (await work.advertiser.api.get('/wallet')).body.data.balance.raw;
  const done = await staff.submit(`${pathOf(work)}?share=3300`, 'resolve', {
    outcome: 'SPLIT',
    note: 'A third is done.',
  });
  expect(done.status).toBe(303);
  const paid = (await work.creator.api.get('/wallet')).body.data.balance.raw;
  const after = (await work.advertiser.api.get('/wallet')).body.data.balance.raw;
  expect(Number(paid) / 1e6).toBe(Number(toCreator));
  expect(Number(BigInt(after) - BigInt(before)) / 1e6).toBe(Number(back));
});

test.each([
  ['RELEASE', 'APPROVED'],
  ['REFUND', 'CANCELLED'],
])('staff resolves a dispute by %s, and the page offers no second decision', async (outcome, status) => {
  const work = await assignmentIn('DISPUTED');
  const page = await staff.follow(await staff.submit(pathOf(work), 'resolve', { outcome, note: 'As agreed.' }));
  expect((await seenBy(work.creator.api, work)).status).toBe(status);
  expect(hasForm(page.html, 'resolve')).toBe(false);
});

test('a decision that is sent twice pays once', async () => {
  const work = await assignmentIn('DISPUTED');
  const { html } = await staff.get(pathOf(work));
  const fields = filled(formIn(html, 'resolve'), { outcome: 'RELEASE', note: 'As agreed.' });
  const both = await Promise.all([staff.post(pathOf(work), fields), staff.post(pathOf(work), fields)]);
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  expect((await work.creator.api.get('/wallet/transactions')).body.data).toHaveLength(1);
});

test('a decision without a reason is shown again with the chosen outcome', async () => {
  const work = await assignmentIn('DISPUTED');
  const refused = await staff.submit(pathOf(work), 'resolve', { outcome: 'REFUND', note: ' ' });
  expect(refused.status).toBe(400);
  expect(refused.html).toMatch(/value="REFUND" checked/);
  expect((await seenBy(work.creator.api, work)).status).toBe('DISPUTED');
});
