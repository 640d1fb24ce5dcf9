import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { assignmentsOf, type Work } from '../../../support/market/assignments.ts';
import { marketOf } from '../../../support/market/market.ts';
import { idsIn, walk } from '../../../support/pages.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { anAssignment, assignmentIn, act, must, pathOf } = assignmentsOf(market, baseUrl);
afterAll(() => market.close());

const kindsOf = async (work: Work) => {
  const { rows } = await market.pool.query('select kind from assignment_events where assignment_id = $1 order by seq', [
    work.id,
  ]);
  return rows.map(({ kind }) => kind);
};

describe('the history of an assignment', () => {
  let work: Work;
  let path: string;
  beforeAll(async () => {
    work = await assignmentIn('CHANGES_REQUESTED');
    path = `${pathOf(work)}/events`;
    await must(act(work, work.creator.api, 'change-proposals'));
    await must(act(work, work.creator.api, 'cancel'));
  });

  test('is paged oldest first and equally for both sides, with each event once', async () => {
    const kinds = await kindsOf(work);
    expect(kinds).toEqual([
      ...['assignment.funded', 'assignment.accepted', 'assignment.submitted', 'assignment.changes_requested'],
      ...['change_proposal.opened', 'change_proposal.closed', 'assignment.cancelled'],
    ]);
    for (const { api } of [work.advertiser, work.creator]) {
      const { items, sizes } = await walk<{ id: number; kind: string; seq: number }>(api, path, 'limit=2');
      expect(items.map(({ kind }) => kind)).toEqual(kinds);
      expect(items.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
      expect(sizes).toEqual([2, 2, 2, 1]);
      expect(items).toEqual((await api.get(path)).body.data);
    }
  });

  test('continues with events that happen between two pages', async () => {
    const other = await assignmentIn('ACCEPTED');
    const { items } = await walk<{ id: number; kind: string }>(
      other.advertiser.api,
      `${pathOf(other)}/events`,
      'limit=1',
      async () => {
        if ((await kindsOf(other)).length < 3) await must(act(other, other.creator.api, 'issues'));
      },
    );
    expect(items.map(({ kind }) => kind)).toEqual(['assignment.funded', 'assignment.accepted', 'assignment.disputed']);
  });

  test('ends after its last event, and refuses a cursor of another history', async () => {
    const own = idsIn(await walk(work.creator.api, path, ''));
    expect((await work.creator.api.get(`${path}?cursor=${own.at(-1)}`)).body).toEqual({ data: [], nextCursor: null });
    const other = await assignmentIn('ACCEPTED');
    const [foreign] = idsIn(await walk(other.creator.api, `${pathOf(other)}/events`, ''));
    for (const cursor of [foreign, 9_007_199_254_740_991, 0, 'x', ''])
      refused(await work.creator.api.get(`${path}?cursor=${cursor}`), 'INVALID_CURSOR', `${cursor}`);
    for (const query of ['', `?cursor=${own[0]}`, `?cursor=${foreign}`])
      refused(await other.creator.api.get(`${path}${query}`), 'RESOURCE_NOT_FOUND', query);
  });
});

describe('the results of an assignment', () => {
  let work: Work;
  let path: string;
  beforeAll(async () => {
    work = await anAssignment({ quantity: 5 });
    path = `${pathOf(work)}/deliverables`;
    // Reverses positions against ids, because the order follows the position.
    await market.pool.query('update deliverables set position = position + 10 where assignment_id = $1', [work.id]);
    await market.pool.query(
      `update deliverables d set position = r.n from (select id, row_number() over (order by id desc) as n from deliverables
         where assignment_id = $1) r where d.id = r.id`,
      [work.id],
    );
  });

  test('are paged by position and equally for both sides, each once', async () => {
    for (const { api } of [work.advertiser, work.creator]) {
      const { items, sizes } = await walk<{ id: number; position: number }>(api, path, 'limit=2');
      expect(items.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
      expect(new Set(items.map(({ id }) => id)).size).toBe(5);
      expect(sizes).toEqual([2, 2, 1]);
      expect(items).toEqual((await api.get(pathOf(work))).body.data.deliverables);
    }
  });

  test('are all returned without a limit, and a limit is from 1 to 100', async () => {
    const { body } = await work.creator.api.get(path);
    expect(body).toMatchObject({ data: { length: 5 }, nextCursor: null });
    expect((await work.creator.api.get(`${path}?limit=5`)).body).toEqual(body);
    for (const limit of [0, 101, 'x', ''])
      refused(await work.creator.api.get(`${path}?limit=${limit}`), 'VALIDATION_FAILED');
  });

  test('end after the last, and refuse a cursor of another assignment', async () => {
    const ids = idsIn(await walk(work.creator.api, path, ''));
    expect((await work.creator.api.get(`${path}?cursor=${ids[4]}`)).body).toEqual({ data: [], nextCursor: null });
    const other = await anAssignment();
    const [foreign] = idsIn(await walk(other.creator.api, `${pathOf(other)}/deliverables`, ''));
    for (const cursor of [foreign, 9_007_199_254_740_991, 0, 'x', ''])
      refused(await work.creator.api.get(`${path}?cursor=${cursor}`), 'INVALID_CURSOR', `${cursor}`);
    refused(await other.creator.api.get(`${path}?cursor=${ids[0]}`), 'RESOURCE_NOT_FOUND');
  });
});
