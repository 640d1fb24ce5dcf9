import { afterAll, expect, test } from 'vitest';
import { hasForm } from '../../support/cabinet/form-in.ts';
import { visitorOf } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { assignmentsOf } from '../../support/market/assignments.ts';
import { marketOf } from '../../support/market/market.ts';
import { statementsOf } from '../../support/market/statements.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const assignments = assignmentsOf(market, baseUrl);
const { say, verified } = statementsOf(assignments);
afterAll(() => market.close());

test('the pages of both parties and staff link to each file of a statement by its name, with its size and virus check', async () => {
  const work = await assignments.assignmentIn('DISPUTED');
  const { advertiser, creator } = work;
  const uploadId = await verified(work, creator.api, { fileName: 'the <i>shelf.png' });
  await assignments.must(say(work, creator.api, { text: 'See the shelf.', uploadIds: [uploadId] }));
  for (const [reader, page] of [
    [advertiser.id, `/cabinet/work/${work.id}`],
    [creator.id, `/cabinet/work/${work.id}`],
    [await market.aUser(['STAFF']), `/cabinet/staff/disputes/${work.id}`],
  ] as const) {
    const visitor = await visitorOf(market, baseUrl, reader);
    const { html } = await visitor.get(page);
    const path = `${page}/files/${uploadId}`;
    expect(html).toContain('the &lt;i&gt;shelf.png</a>');
    expect(wordsOf(html)).toMatch(/See the shelf\. .*shelf.*\.png \d+ KiB, (no virus found|not checked for viruses)/);
    expect(html).toContain(`href="${path}"`);
    expect((await visitor.get(path)).status).toBe(303);
  }
});

test('the page of a party that has added its last statement says so, and has no form for another and no uploads', async () => {
  const work = await assignments.assignmentIn('DISPUTED');
  await market.pool.query('update disputes set creator_statements = 20 where assignment_id = $1', [work.id]);
  const words = 'You have added 20 statements. Nobody can add more to one dispute.';
  const page = async (userId: number) => (await visitorOf(market, baseUrl, userId)).get(`/cabinet/work/${work.id}`);
  const { html } = await page(work.creator.id);
  expect(wordsOf(html)).toContain(words);
  expect([hasForm(html, 'statement'), html.includes('data-uploads')]).toEqual([false, false]);
  const other = (await page(work.advertiser.id)).html;
  expect([wordsOf(other).includes(words), hasForm(other, 'statement')]).toEqual([false, true]);
});
