import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import type { Person } from '../../../support/contract/people.ts';
import { assignmentsOf, type Work } from '../../../support/market/assignments.ts';
import { type Market, marketOf } from '../../../support/market/market.ts';
import { idsIn, walk } from '../../../support/pages.ts';
import { depth } from '../../../support/stack/depth.ts';
import { type OwnStack, startStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let assignments: ReturnType<typeof assignmentsOf>;
let staff: Person;
let disputed: Work[];
let pending: Work;
beforeAll(async () => {
  stack = await startStack();
  market = marketOf(stack);
  assignments = assignmentsOf(market, stack.baseUrl);
  staff = await assignments.staff();
  pending = await assignments.anAssignment();
  disputed = [];
  for (let made = 0; made < depth(3, 5); made++) disputed.push(await assignments.assignmentIn('DISPUTED'));
  await assignments.assignmentIn('CHANGES_REQUESTED');
});
afterEach(() => market.expectSoundLedger());
afterAll(async () => {
  await market.close();
  await stack.stop();
});

const path = '/staff/assignments';
const list = (query: string) => staff.twin.get(`${path}?${query}`);
const ids = () => disputed.map(({ id }) => id);

describe('the list of cases', () => {
  test('contains DISPUTED assignments, oldest first, in pages, each once and with the money of both sides', async () => {
    const { items, sizes } = await walk<{ id: number }>(staff.twin, path, 'limit=2');
    expect(items.map(({ id }) => id)).toEqual(ids());
    expect(sizes).toEqual(depth([2, 1], [2, 2, 1]));
    for (const item of items) expect((await staff.twin.get(`${path}/${item.id}`)).body.data).toMatchObject(item);
    expect(items[0]).toMatchObject({
      ...{ creatorId: disputed[0]?.creator.id, advertiserId: disputed[0]?.advertiser.id },
      ...{ creatorPublicId: disputed[0]?.listing.creator.publicId, type: 'STREAM', status: 'DISPUTED', version: 3 },
      amounts: { base: { raw: '100000000' }, total: { raw: '105000000' }, net: { raw: '90000000' } },
      dispute: { author: 'CREATOR', reason: 'QUALITY', outcome: null },
    });
  });

  test('filters by each other state', async () => {
    expect((await list('status=pending')).body).toMatchObject({
      data: [{ id: pending.id, status: 'PENDING', dispute: null }],
      nextCursor: null,
    });
    expect((await list('status=CHANGES_REQUESTED')).body.data).toHaveLength(1);
    expect((await list('status=EXPIRED')).body).toEqual({ data: [], nextCursor: null });
    refused(await list('status=OPEN'), 'VALIDATION_FAILED');
  });

  test('resumes after a case that was decided between two pages', async () => {
    const [first, second, third] = disputed as [Work, Work, Work];
    const page = await list('limit=2');
    expect(page.body.nextCursor).toBe(String(second.id));
    const body = { outcome: 'REFUND', note: 'Seen and decided.' };
    expect((await staff.twin.post(`${path}/${second.id}/resolve`, body)).status).toBe(200);
    expect((await list(`limit=2&cursor=${second.id}`)).body.data[0].id).toBe(third.id);
    expect(idsIn(await walk(staff.twin, path, ''))).toEqual(ids().filter((id) => id !== second.id));
    expect((await list(`status=CANCELLED&cursor=${second.id}`)).body).toEqual({ data: [], nextCursor: null });
    expect((await list(`status=ACCEPTED&cursor=${first.id}`)).body).toEqual({ data: [], nextCursor: null });
    expect((await list(`status=PENDING&cursor=${first.id}`)).body).toEqual({ data: [], nextCursor: null });
  });

  test('refuses a cursor that does not exist or was never in that state', async () => {
    for (const cursor of [pending.id, 9_007_199_254_740_991, 0, 'x', ''])
      refused(await list(`cursor=${cursor}`), 'INVALID_CURSOR', `${cursor}`);
    for (const status of ['ACCEPTED', 'SUBMITTED', 'CHANGES_REQUESTED', 'APPROVED', 'DECLINED', 'EXPIRED', 'RESOLVED'])
      refused(await list(`status=${status}&cursor=${pending.id}`), 'INVALID_CURSOR', status);
  });
});

describe('a case with a long history', () => {
  const total = depth(2_000, 20_000);
  let long: Work;
  beforeAll(async () => {
    long = await assignments.assignmentIn('DISPUTED');
    await market.pool.query(
      `insert into assignment_events (assignment_id, seq, kind, actor, at, data)
       select $1, n, 'deliverable.updated', 'CREATOR', now(), jsonb_build_object('position', 1, 'filler', repeat('x', 200))
       from generate_series(4, $2::int) n`,
      [long.id, total],
    );
  });

  test('shows the latest 500 events and their total count', async () => {
    const { status, body } = await staff.twin.get(`${path}/${long.id}`);
    expect(status).toBe(200);
    expect(body.data.eventsTotal).toBe(total);
    expect(body.data.events.map(({ seq }: { seq: number }) => seq)).toEqual(
      Array.from({ length: 500 }, (_, index) => total - 499 + index),
    );
  });

  test('is readable as a whole in pages, as its parties read it', async () => {
    const [case_] = disputed as [Work];
    const events = `${path}/${case_.id}/events`;
    const { items, sizes } = await walk(staff.twin, events, 'limit=2');
    expect(sizes).toEqual([2, 1]);
    expect(items).toEqual((await case_.creator.api.get(`${assignments.pathOf(case_)}/events`)).body.data);
    expect(items).toEqual((await staff.twin.get(`${path}/${case_.id}`)).body.data.events);
    const page = (await staff.twin.get(`${path}/${long.id}/events?limit=100`)).body;
    expect(page.data).toHaveLength(100);
    expect(page.nextCursor).toBe(String(page.data[99].id));
    refused(await staff.twin.get(`${events}?cursor=${page.nextCursor}`), 'INVALID_CURSOR');
    refused(await staff.twin.get(`${path}/9007199254740991/events`), 'RESOURCE_NOT_FOUND');
  });
});
