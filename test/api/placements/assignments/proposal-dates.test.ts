import { afterAll, beforeAll, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { assignmentsOf, type Work } from '../../../support/market/assignments.ts';
import { inDays, marketOf } from '../../../support/market/market.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { assignmentIn, act, seenBy } = assignmentsOf(market, baseUrl);
afterAll(() => market.close());

// Its five results are expected in 20 days, and its deadline is in 30.
let work: Work;
let ids: number[];
let foreign: number;
const idsOf = async (of: Work): Promise<number[]> =>
  (await seenBy(of.creator.api, of)).deliverables.map(({ id }: { id: number }) => id);
beforeAll(async () => {
  work = await assignmentIn('ACCEPTED', { quantity: 5 });
  ids = await idsOf(work);
  foreign = (await idsOf(await assignmentIn('ACCEPTED')))[0] ?? 0;
});

const on = (index: number, days: number) => ({ deliverableId: ids[index], expectedAt: inDays(days) });
const propose = (dueAt: string, results: readonly object[]) =>
  act(work, work.creator.api, 'change-proposals', { dueAt, results });

test.each([
  ['a result of another assignment', 40, () => [on(0, 25), { deliverableId: foreign, expectedAt: inDays(25) }], null],
  ['a result that does not exist', 40, () => [{ deliverableId: 9_007_199_254_740_991, expectedAt: inDays(25) }], null],
  ['one result twice', 40, () => [on(0, 25), on(1, 25), on(0, 26)], 'results'],
  ['a deadline in the past', -1, () => [], 'dueAt'],
  ['a date in the past', 40, () => [on(0, 25), on(1, -1)], 'results.1.expectedAt'],
  ['a date after the deadline', 40, () => [on(0, 41)], 'dueAt'],
  ['a deadline before the date of a result that is not named', 15, () => [on(0, 10)], 'dueAt'],
  ['a deadline before the dates of all, which are not named', 15, () => [], 'dueAt'],
] as const)('a proposal with %s is refused, and no proposal is created', async (_, dueIn, results, path) => {
  const before = await seenBy(work.creator.api, work);
  const reply = await propose(inDays(dueIn), results());
  refused(reply, path === null ? 'RESOURCE_NOT_FOUND' : 'VALIDATION_FAILED');
  if (path !== null) expect(reply.body.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
  expect(await seenBy(work.creator.api, work)).toEqual(before);
});

test('a proposal accepts an earlier deadline when it dates every result before it', async () => {
  const reply = await propose(
    inDays(15),
    ids.map((_, index) => on(index, 10)),
  );
  expect(reply.status).toBe(200);
  expect(reply.body.data.openProposal).toMatchObject({ kind: 'DUE_DATE', author: 'CREATOR', results: { length: 5 } });
});
