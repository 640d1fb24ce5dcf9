import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Client, Reply } from '../../support/client.ts';
import { peopleOf } from '../../support/contract/people.ts';
import { type Market, marketOf } from '../../support/market/market.ts';
import { type Jobs, jobsOf } from '../../support/model/time.ts';
import { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import {
  aField,
  anOpenField,
  balance,
  bring,
  type Contested,
  expectLeft,
  type Left,
  type OpenField,
  pathOf,
  type Race,
  raceFor,
  spread,
  startedAfter,
} from '../../support/stack/races.ts';
import { type OwnStack, startStack } from '../../support/stack/stack.ts';

vi.setConfig({ testTimeout: 300_000 });
/** The maximum of raced assignments; a quick race ends once both sides have won. */
const max = 300;
const length = { rounds: depth(4, max), wins: depth(1, max / 20) };
/** A quick race has few rounds, and its orders are smaller. */
const usualItems = depth(8, 20);
let stack: OwnStack;
let market: Market;
let jobs: Jobs;
let workers: readonly [string, string];
let staff: readonly [Client, Client];
beforeAll(async () => {
  stack = await startStack({ vars: { RATE_LIMIT_SCALE: '1000000' } });
  market = marketOf(stack);
  jobs = jobsOf(stack);
  workers = [stack.baseUrl, await controlOf(stack.controlUrl).anotherInstance()];
  const { aPerson } = peopleOf(stack.baseUrl, market);
  const [one, other] = await Promise.all([aPerson({ roles: ['STAFF'] }), aPerson({ roles: ['STAFF'] })]);
  staff = [one.twin, other.twin];
});
afterEach(() => market.expectSoundLedger());
afterAll(async () => {
  await market.close();
  await stack.stop();
});

const approved: Left = { status: 'APPROVED', end: 'assignment.approved', money: 'released' };
const cancelled: Left = { status: 'CANCELLED', end: 'assignment.cancelled', money: 'refunded' };
const expired: Left = { status: 'EXPIRED', end: 'assignment.expired', money: 'refunded' };
const goesOn = (status: string): Left => ({ status, end: null, money: 'held' });

/** Races for every assignment of a field and checks the results; both sides must win some. */
async function settle(field: OpenField, race: Race, first: Left, second: Left): Promise<void> {
  const tally = await expectLeft(market, await raceFor(field, race, length), { first, second });
  expect(Math.min(tally.first, tally.second)).toBeGreaterThanOrEqual(length.wins);
}

const step =
  (client: Client, action: string, more: object = {}, expectedVersion = 2) =>
  (work: Contested): Promise<Reply> =>
    client.post(`${pathOf(work)}/${action}`, { expectedVersion, ...more });
const changes = { reason: 'The logo is missing.' };
const issue = { reason: 'QUALITY', description: 'It is not what was ordered.' };

type Prepare = (ids: readonly number[]) => Promise<unknown>;

interface Setup {
  readonly dueAt?: string;
  readonly more?: Prepare;
  readonly itemsInAnOrder?: number;
}

function fieldIn(
  status: string,
  { dueAt, more = async () => undefined, itemsInAnOrder = usualItems }: Setup = {},
): Promise<OpenField> {
  return anOpenField(market, workers, {
    max,
    itemsInAnOrder,
    async prepare(assignments) {
      if (status !== 'PENDING') await bring(market, { assignments }, status, dueAt);
      await more(assignments.map(({ id }) => id));
    },
  });
}

test('one succeeds: an approval or a cancellation after a request for changes', async () => {
  const field = await fieldIn('SUBMITTED');
  const { advertiser, creator } = field;
  const cancel = step(creator, 'cancel', {}, 3);
  async function changeAndCancel(work: Contested): Promise<Reply> {
    const [changed, early] = await Promise.all([step(advertiser, 'request-changes', changes)(work), cancel(work)]);
    if (changed.status === 200 && early.status !== 200) expect((await cancel(work)).status).toBe(200);
    return changed;
  }
  await settle(field, { first: step(advertiser, 'approve'), second: changeAndCancel }, approved, cancelled);
});

test('one succeeds: an approval or an issue', async () => {
  const field = await fieldIn('SUBMITTED');
  const race = { first: step(field.advertiser, 'approve'), second: step(field.creator, 'issues', issue) };
  await settle(field, race, approved, goesOn('DISPUTED'));
});

test('one succeeds: an acceptance or a cancellation', async () => {
  const field = await fieldIn('PENDING');
  const race = { first: step(field.creator, 'accept', {}, 1), second: step(field.advertiser, 'cancel', {}, 1) };
  await settle(field, race, goesOn('ACCEPTED'), cancelled);
});

test('one succeeds: a submission or a late cancellation by the advertiser', async () => {
  const field = await fieldIn('ACCEPTED', { dueAt: `now() - interval '73 hours'` });
  const race = { first: step(field.creator, 'submit'), second: step(field.advertiser, 'cancel') };
  await settle(field, race, goesOn('SUBMITTED'), cancelled);
});

test('one succeeds of two submissions', async () => {
  const field = await fieldIn('ACCEPTED');
  const race = { first: step(field.creator, 'submit'), second: step(field.creator, 'submit') };
  await settle(field, race, goesOn('SUBMITTED'), goesOn('SUBMITTED'));
});

test('one succeeds of two decisions of staff', async () => {
  const field = await fieldIn('DISPUTED', {
    more: (ids) =>
      market.pool.query(
        `insert into disputes (assignment_id, opened_by, reason, description, opened_at)
       select id, 'CREATOR', 'QUALITY', 'It is good.', now() from unnest($1::bigint[]) as id`,
        [ids],
      ),
  });
  const resolve =
    (client: Client, outcome: string) =>
    ({ id }: Contested) =>
      client.post(`/staff/assignments/${id}/resolve`, { outcome, note: 'Seen and decided.' });
  await settle(
    field,
    { first: resolve(staff[0], 'RELEASE'), second: resolve(staff[1], 'REFUND') },
    approved,
    cancelled,
  );
});

/** The advertiser has proposed to cancel every assignment of the field. */
async function proposed(): Promise<{ field: OpenField; decide: (client: Client, action: string) => Race['first'] }> {
  const proposals = new Map<number, number>();
  const field = await fieldIn('ACCEPTED', {
    more: async (ids) => {
      const { rows } = await market.pool.query(
        `insert into change_proposals (assignment_id, kind, author, created_at)
       select id, 'CANCEL', 'ADVERTISER', now() from unnest($1::bigint[]) as id returning assignment_id::int as "workId", id::int`,
        [ids],
      );
      for (const { workId, id } of rows) proposals.set(workId, id);
    },
  });
  const decide = (client: Client, action: string) => (work: Contested) =>
    step(client, `change-proposals/${proposals.get(work.id)}/${action}`)(work);
  return { field, decide };
}

test('one succeeds of two acceptances of a proposal', async () => {
  const { field, decide } = await proposed();
  const race = { first: decide(field.creator, 'accept'), second: decide(field.creator, 'accept') };
  await settle(field, race, cancelled, cancelled);
});

test('one succeeds: the withdrawal of a proposal or its acceptance', async () => {
  const { field, decide } = await proposed();
  const race = { first: decide(field.advertiser, 'withdraw'), second: decide(field.creator, 'accept') };
  await settle(field, race, goesOn('ACCEPTED'), cancelled);
});

/** Movers that try again and again do not wait for each other's locks of one order. */
const ofOneItem = { itemsInAnOrder: 1 };

/**
 * A party acts around the end of its window, while the job looks for ended ones again and again. A party that was in
 * time starts a little later in the next round.
 */
function aroundItsEnd(column: 'accept_by' | 'approve_by', act: Race['first'], isPassed: Left): Race {
  const answers = new Map<number, Reply>();
  const { leadMs, report } = balance(5);
  return {
    async first(work) {
      const { end } = await market.one(
        `update placement_assignments set ${column} = clock_timestamp() + make_interval(secs => $2) where id = $1
         returning extract(epoch from ${column}) * 1000 as end`,
        [work.id, (60 + 2 * Math.max(0, leadMs())) / 1_000],
      );
      const reply = await startedAfter(Number(end) - Date.now() - leadMs() - spread(work.id) * 4, () => act(work));
      answers.set(work.id, reply);
      report(reply.status === 200);
      return reply;
    },
    async second(work) {
      for (;;) {
        await jobs.moveOverdue([work], 1);
        const { status } = await market.one('select status from placement_assignments where id = $1', [work.id]);
        if (status === isPassed.status) return true;
        if (answers.get(work.id)?.status === 200) return false;
      }
    },
  };
}

test('one succeeds: an acceptance or the expiry', async () => {
  const field = await fieldIn('PENDING', ofOneItem);
  const race = aroundItsEnd('accept_by', step(field.creator, 'accept', {}, 1), expired);
  await settle(field, race, goesOn('ACCEPTED'), expired);
});

test('one succeeds: a request for changes or the automatic approval', async () => {
  const field = await fieldIn('SUBMITTED', ofOneItem);
  const race = aroundItsEnd('approve_by', step(field.advertiser, 'request-changes', changes), approved);
  await settle(field, race, goesOn('CHANGES_REQUESTED'), approved);
});

test('the order ends when its last two assignments end at once', async () => {
  const { creator, advertiser, assignments } = await aField(market, workers, depth(6, 120), 2);
  const decline = step(creator, 'decline', {}, 1);
  const cancel = step(advertiser, 'cancel', {}, 1);
  const declined: Left = { status: 'DECLINED', end: 'assignment.declined', money: 'refunded' };
  for (let at = 0; at < assignments.length; at += 8)
    await Promise.all(
      assignments.slice(at, at + 8).map(async (work, index) => {
        expect((await (index % 2 === 0 ? decline : cancel)(work)).status).toBe(200);
      }),
    );
  const winners = new Map(
    assignments.map(({ id }, index) => [id, index % 2 === 0 ? ('first' as const) : ('second' as const)]),
  );
  await expectLeft(market, winners, { first: declined, second: cancelled });
});
