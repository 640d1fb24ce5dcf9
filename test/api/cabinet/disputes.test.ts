import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { formIn, hasForm } from '../../support/cabinet/form-in.ts';
import { filled, type Visitor, visitorOf } from '../../support/cabinet/visitor.ts';
import { peopleOf } from '../../support/contract/people.ts';
import { wordsOf } from '../../support/html.ts';
import { assignmentsOf, type Work } from '../../support/market/assignments.ts';
import { marketOf } from '../../support/market/market.ts';
import { submittedWorkOf } from '../../support/market/measured-work.ts';
import { postsOf } from '../../support/market/posts.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const { assignmentIn, seenBy } = assignmentsOf(market, baseUrl);
const posts = postsOf(market, baseUrl);
const submittedWork = submittedWorkOf(market, posts);
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
  const [, toCreator = '', back = ''] =
    /Creator, 33 % ([\d.]+) USDT Castline fee [\d.]+ USDT Back to the advertiser ([\d.]+)/.exec(shown) ?? [];
  const before = (await work.advertiser.api.get('/wallet')).body.data.balance.raw;
  const note = { note: 'A third is done.' };
  const done = await staff.submit(`${pathOf(work)}?share=3300`, 'resolve', note, 'SPLIT');
  expect(done.status).toBe(303);
  const decided = wordsOf((await staff.follow(done)).html);
  expect(decided).toMatch(
    /Decision: split , 33 % for the creator.*Creator 29.70 USDT Castline fee 4.95 USDT Back to the advertiser 70.35 USDT/,
  );
  const { dispute } = (
    await peopleOf(baseUrl, market)
      .aPerson({ roles: ['STAFF'] })
      .then(({ twin }) => twin.get(`/staff/assignments/${work.id}`))
  ).body.data;
  expect(dispute.payouts).toMatchObject({ creator: { raw: '29700000' }, advertiser: { raw: '70350000' } });
  const paid = (await work.creator.api.get('/wallet')).body.data.balance.raw;
  const after = (await work.advertiser.api.get('/wallet')).body.data.balance.raw;
  expect(Number(paid) / 1e6).toBe(Number(toCreator));
  expect(Number(BigInt(after) - BigInt(before)) / 1e6).toBe(Number(back));
});

test('each outcome needs a confirmation, which shows exactly the amounts of both parties and of Castline', async () => {
  const work = await assignmentIn('DISPUTED');
  const { html } = await staff.get(`${pathOf(work)}?share=3300`);
  const confirmations = [...html.matchAll(/<details class="confirm">(.*?)<\/details>/gs)].map(([, inner = '']) =>
    wordsOf(inner),
  );
  const outside = wordsOf(html.replace(/<details class="confirm">.*?<\/details>/gs, ''));
  expect(outside).toContain('Creator 90.00 USDT Castline fee 15.00 USDT Back to the advertiser 0.00 USDT');
  expect(outside).toContain('Creator 0.00 USDT Castline fee 0.00 USDT Back to the advertiser 105.00 USDT');
  expect(confirmations).toEqual([
    expect.stringMatching(/^ Release .* Creator 90.00 USDT Castline fee 15.00 USDT Back to the advertiser 0.00 USDT /),
    expect.stringMatching(/^ Refund .* Creator 0.00 USDT Castline fee 0.00 USDT Back to the advertiser 105.00 USDT /),
    expect.stringMatching(
      /^ Split .* Creator, 33 % 29.70 USDT Castline fee 4.95 USDT Back to the advertiser 70.35 USDT /,
    ),
  ]);
});

test.each([
  ['RELEASE', 'APPROVED'],
  ['REFUND', 'CANCELLED'],
])('staff resolves a dispute by %s, and the page offers no second decision', async (outcome, status) => {
  const work = await assignmentIn('DISPUTED');
  const page = await staff.follow(await staff.submit(pathOf(work), 'resolve', { note: 'As agreed.' }, outcome));
  expect((await seenBy(work.creator.api, work)).status).toBe(status);
  expect(hasForm(page.html, 'resolve')).toBe(false);
});

test('a decision that is sent twice pays once', async () => {
  const work = await assignmentIn('DISPUTED');
  const { html } = await staff.get(pathOf(work));
  const fields = filled(formIn(html, 'resolve', 'RELEASE'), { note: 'As agreed.' });
  const both = await Promise.all([staff.post(pathOf(work), fields), staff.post(pathOf(work), fields)]);
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  expect((await work.creator.api.get('/wallet/transactions')).body.data).toHaveLength(1);
});

test('a decision is refused if a party has added a statement that the page did not show, and then its page shows it', async () => {
  const work = await assignmentIn('DISPUTED');
  const read = filled(formIn((await staff.get(pathOf(work))).html, 'resolve', 'REFUND'), { note: 'Nothing was done.' });
  const statement = { text: 'It is live since noon.' };
  expect((await work.creator.api.post(`/placement-assignments/${work.id}/statements`, statement)).status).toBe(200);
  const refused = await staff.post(pathOf(work), read);
  expect(refused.status).toBe(409);
  expect(wordsOf(refused.html)).toContain('A party has added something since you read the case.');
  expect(wordsOf(refused.html)).toContain(statement.text);
  expect((await staff.submit(pathOf(work), 'resolve', { note: 'It is live.' }, 'RELEASE')).status).toBe(303);
});

test('a refused split keeps its share', async () => {
  const work = await assignmentIn('DISPUTED');
  const path = `${pathOf(work)}?share=7000`;
  const refused = await staff.submit(path, 'resolve', { note: ' ' }, 'SPLIT');
  expect(refused.status).toBe(400);
  expect(formIn(refused.html, 'resolve', 'SPLIT')).toContainEqual(['creatorShareBps', '7000']);
});

test('a decision without a reason is shown again with its confirmation open', async () => {
  const work = await assignmentIn('DISPUTED');
  const refused = await staff.submit(pathOf(work), 'resolve', { note: ' ' }, 'REFUND');
  expect(refused.status).toBe(400);
  expect(refused.html).toMatch(/<details class="confirm" open[^>]*><summary>Refund</);
  expect((await seenBy(work.creator.api, work)).status).toBe('DISPUTED');
});

test('a case with more than 500 events leads to pages of all of them', async () => {
  const work = await assignmentIn('DISPUTED');
  await market.pool.query(
    `insert into assignment_events (assignment_id, seq, kind, actor, at, data)
     select $1, n, 'deliverable.updated', 'CREATOR', now(), jsonb_build_object('position', n) from generate_series(4, 510) n`,
    [work.id],
  );
  const { html } = await staff.get(pathOf(work));
  expect(wordsOf(html)).toContain('The latest 500 of 510 events.');
  const events = `${pathOf(work)}/events`;
  expect(html).toContain(`href="${events}"`);
  const first = await staff.get(events);
  expect(wordsOf(first.html)).toContain('The advertiser confirmed the order');
  const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.html) ?? [];
  expect(wordsOf((await staff.get(next.replaceAll('&amp;', '&'))).html)).toContain('The creator delivered result 101');
});

test('a case shows the agreed rights, what each result was to be, and what was measured of it', async () => {
  const at = new Date(Date.now() - 86_400_000).toISOString();
  const work = await submittedWork(await market.anAdvertiser({ fundsCents: 100_000 }));
  await market.pool.query(
    `insert into post_measurements (post_id, measured_at, source, views, likes, comments, reasons, fallen)
     select s.post_id, $2, 'YOUTUBE_DATA_API', 4321, 20, 3, '{"saves": "NOT_OFFERED"}', '{}' from deliverable_scans s
     join deliverables d on d.id = s.deliverable_id where d.assignment_id = $1`,
    [work.id, at],
  );
  await posts.must(posts.act(work, work.creator.api, 'issues'));
  await market.pool.query(`update placement_assignments set rights = '{"territory": "EU"}' where id = $1`, [work.id]);
  await market.pool.query(
    `update deliverables set description = 'A cut of <b>ten</b> seconds' where assignment_id = $1`,
    [work.id],
  );
  const { html } = await staff.get(pathOf(work));
  const shown = wordsOf(html);
  for (const text of ['territory: EU', 'Agreed: A cut of <b>ten</b> seconds', '4,321 views', '20 likes'])
    expect(shown).toContain(text);
  expect(html).not.toContain('<b>ten</b>');
  expect(html).toContain(`measured <time datetime="${at}"`);
});

test('staff lists the assignments that are paused because a party is suspended, in each open state', async () => {
  const [paused, disputed] = [await assignmentIn('PENDING'), await assignmentIn('DISPUTED')];
  const member = (await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] })).twin;
  const suspend = (suspended: boolean) =>
    member.put(`/staff/users/${paused.creator.id}/suspension`, { suspended, ...(suspended && { reason: 'A test' }) });
  await suspend(true);
  const { html } = await staff.get('/cabinet/staff/disputes?suspended=true');
  await suspend(false);
  expect(html).toContain(`href="${pathOf(paused)}"`);
  expect(html).not.toContain(`href="${pathOf(disputed)}"`);
});
