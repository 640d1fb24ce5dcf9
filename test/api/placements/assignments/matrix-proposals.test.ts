import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { AssignmentStatus } from '../../../../schema/shared/enums.ts';
import type { Reply } from '../../../support/client.ts';
import { refused } from '../../../support/contract/expectations.ts';
import { assignmentsOf, moneyIn, states, type Work } from '../../../support/market/assignments.ts';
import { inDays, marketOf } from '../../../support/market/market.ts';
import { jobsOf } from '../../../support/stack/jobs.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const jobs = jobsOf(shared);
const { assignmentIn, act, must, seenBy, moneyOf, pathOf } = assignmentsOf(market, baseUrl, jobs);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

type Side = 'advertiser' | 'creator';
const sides: readonly Side[] = ['advertiser', 'creator'];
type Decision = 'accept' | 'decline' | 'withdraw';
const decisions: readonly Decision[] = ['accept', 'decline', 'withdraw'];
type Outcome = 'MOVED' | 'CANCELLED' | 'ENDED' | 'ROLE_NOT_ALLOWED';
const notYours = 'ROLE_NOT_ALLOWED';

interface Open {
  readonly of: 'DUE_DATE' | 'CANCEL';
  readonly by: Side;
  /** By hand: the result of each decision by [the advertiser, the creator] while the creator works. */
  readonly outcomes: Readonly<Record<Decision, readonly [Outcome, Outcome]>>;
}
const proposals: readonly Open[] = [
  {
    of: 'DUE_DATE',
    by: 'creator',
    outcomes: { accept: ['MOVED', notYours], decline: ['ENDED', notYours], withdraw: [notYours, 'ENDED'] },
  },
  {
    of: 'DUE_DATE',
    by: 'advertiser',
    outcomes: { accept: [notYours, 'MOVED'], decline: [notYours, 'ENDED'], withdraw: ['ENDED', notYours] },
  },
  {
    of: 'CANCEL',
    by: 'advertiser',
    outcomes: { accept: [notYours, 'CANCELLED'], decline: [notYours, 'ENDED'], withdraw: ['ENDED', notYours] },
  },
];
const rows = proposals.flatMap(({ of, by, outcomes }) =>
  decisions.flatMap((decision) =>
    sides.map((side, index) => ({ of, by, outcomes, decision, side, outcome: outcomes[decision][index] ?? notYours })),
  ),
);

const decide = async (work: Work, side: Side, proposalId: number, decision: Decision) => {
  const { version } = await seenBy(work.creator.api, work);
  return work[side].api.post(`${pathOf(work)}/change-proposals/${proposalId}/${decision}`, {
    expectedVersion: version,
  });
};
const eventsOf = async (work: Work) => (await work.creator.api.get(`${pathOf(work)}/events?limit=100`)).body.data;
const kindOf = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const;

interface Proposed {
  readonly work: Work;
  readonly dueAt: string;
  /** The answer to the proposal. */
  readonly opened: Reply['body'];
}

async function openedIn(status: AssignmentStatus, { of, by }: Open): Promise<Proposed> {
  const work = await assignmentIn(status);
  const dueAt = inDays(70);
  const { api } = work[by];
  const opened = await must(of === 'CANCEL' ? act(work, api, 'cancel') : act(work, api, 'change-proposals', { dueAt }));
  return { work, dueAt, opened: opened.body.data };
}

const undecided = new Map<string, Promise<Proposed>>();
/** One such proposal for all tests that do not change it. */
function undecidedIn(status: AssignmentStatus, open: Open): Promise<Proposed> {
  const name = `${status} ${open.of} ${open.by}`;
  const found = undecided.get(name) ?? openedIn(status, open);
  undecided.set(name, found);
  return found;
}

const atWork: readonly AssignmentStatus[] = ['ACCEPTED', 'CHANGES_REQUESTED'];
describe.concurrent.each(atWork)('while the assignment is %s', (status) => {
  test.each(rows)('$decision by the $side about the proposal of the $by ($of): $outcome', async (row) => {
    const isRefused = row.outcome === 'ROLE_NOT_ALLOWED';
    const { work, dueAt, opened } = await (isRefused ? undecidedIn(status, row) : openedIn(status, row));
    const { openProposal, ...before } = opened;
    const events = await eventsOf(work);
    const reply = await decide(work, row.side, openProposal.id, row.decision);
    const after = await seenBy(work[row.by].api, work);
    if (isRefused) {
      refused(reply, 'ROLE_NOT_ALLOWED');
      expect(after).toEqual(opened);
      expect(await eventsOf(work)).toEqual(events);
      return;
    }
    const to = row.outcome === 'CANCELLED' ? 'CANCELLED' : status;
    expect(reply.body.data).toMatchObject({ status: to, openProposal: null });
    expect(after).toMatchObject({
      ...{ status: to, openProposal: null, version: before.version + 1 },
      dueAt: row.outcome === 'MOVED' ? dueAt : before.dueAt,
    });
    const since = (await eventsOf(work)).slice(events.length);
    const kinds = since.map(({ kind }: { kind: string }) => kind);
    const proposed = { proposalId: openProposal.id, kind: row.of, ...(row.of === 'DUE_DATE' && { dueAt }) };
    expect([events.at(-1).data, since[0].data]).toEqual([proposed, proposed]);
    const more = row.outcome === 'CANCELLED' ? ['assignment.cancelled'] : [];
    expect(kinds).toEqual([`change_proposal.${kindOf[row.decision]}`, ...more]);
    expect(await moneyOf(work)).toEqual(moneyIn[to]);
    refused(await decide(work, row.side, openProposal.id, row.decision), 'INVALID_STATE');
  });
});

const elsewhere = states.filter((state) => !atWork.includes(state));
test.concurrent.each(elsewhere)(
  'an assignment in %s refuses new proposals and decisions about earlier ones',
  async (status) => {
    const work = await assignmentIn(status);
    const closed = await market.one(
      `insert into change_proposals (assignment_id, kind, author, due_at, status, created_at, ended_at)
     values ($1, 'DUE_DATE', 'CREATOR', now() + interval '60 days', 'CLOSED', now(), now()) returning id`,
      [work.id],
    );
    const before = [await seenBy(work.creator.api, work), await eventsOf(work)];
    for (const side of sides) {
      for (const decision of decisions) {
        const reply = await decide(work, side, Number(closed.id), decision);
        // The creator made it.
        if ((side === 'creator') !== (decision === 'withdraw')) refused(reply, 'ROLE_NOT_ALLOWED');
        else expect(refused(reply, 'INVALID_STATE')).toMatchObject({ status });
      }
      refused(await act(work, work[side].api, 'change-proposals'), 'INVALID_STATE');
    }
    expect([await seenBy(work.creator.api, work), await eventsOf(work)]).toEqual(before);
    expect(await moneyOf(work)).toEqual(moneyIn[status]);
  },
);
