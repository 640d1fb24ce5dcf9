import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formIn, hasForm } from '../../support/cabinet/form-in.ts';
import { filled, type Visitor, visitorOf } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { assignmentsOf } from '../../support/market/assignments.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const path = '/cabinet/staff/status';
let staff: Visitor;
beforeAll(async () => {
  staff = await visitorOf(market, baseUrl, await market.aUser(['STAFF']));
});

const aLetter = async (body: object): Promise<number> =>
  (
    await market.one(
      `insert into dead_letters (message_id, queue, kind, body, attempts, at)
       values ($1, 'JOBS', $2::jsonb->>'kind', $2::jsonb, 6, now()) returning id::int`,
      [randomUUID(), JSON.stringify(body)],
    )
  ).id;
const waiting = async (): Promise<number> =>
  (await market.one('select count(*)::int as n from dead_letters where requeued_at is null')).n;

test('staff queues a failed job again, once, although the form is sent twice', async () => {
  const id = await aLetter({ kind: 'sweep-quotes' });
  const before = await waiting();
  const { html } = await staff.get(path);
  expect(wordsOf(html)).toContain(`Failed jobs ${before} `);
  const fields = filled(formIn(html, 'requeue', String(id)), {});
  const both = await Promise.all([staff.post(path, fields), staff.post(path, fields)]);
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  expect(await waiting()).toBe(before - 1);
  const { n } = await market.one(
    `select count(*)::int as n from staff_actions where operation = 'RequeueDeadLetter' and object = $1`,
    [`dead-letters/${id}`],
  );
  expect(n).toBe(1);
});

test('a message is shown as text, whatever it contains, and has no button if it is no job', async () => {
  const id = await aLetter({ kind: 'no-such-kind', text: '</pre><script>alert(1)</script>' });
  const { html } = await staff.get(path);
  expect(html).toContain('&lt;/pre&gt;&lt;script&gt;');
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain(`name="of" value="${id}"`);
  expect(hasForm(html, 'no-such-form')).toBe(false);
});

test('an alarm and the failed jobs are on the status page, and their numbers on the start page of staff', async () => {
  await aLetter({ kind: 'sweep-quotes' });
  const { id } = await assignmentsOf(market, baseUrl).assignmentIn('PENDING');
  const { accept_by } = await market.one('select accept_by from placement_assignments where id = $1', [id]);
  const setDeadline = (at: unknown) =>
    market.pool.query('update placement_assignments set accept_by = $2 where id = $1', [id, at]);
  await setDeadline(new Date(Date.now() - 3 * 86_400_000));
  const [status, start] = [await staff.get(path), await staff.get('/cabinet/staff')];
  await setDeadline(accept_by);
  const alarms = /<div class="notice" role="alert">(.*?)<\/div>/s.exec(status.html)?.[1] ?? '';
  const listed = [...alarms.matchAll(/<li>(.*?)<\/li>/gs)].map(([, words = '']) => words);
  expect(listed.find((words) => words.startsWith('assignments that should have expired'))).toContain(String(id));
  expect(wordsOf(start.html)).toContain(`Alarms ${listed.length} Failed jobs ${await waiting()}`);
});
