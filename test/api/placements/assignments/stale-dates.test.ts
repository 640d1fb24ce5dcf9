import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { assignmentsOf, type Work } from '../../../support/market/assignments.ts';
import { inDays, marketOf } from '../../../support/market/market.ts';
import { jobsOf } from '../../../support/stack/jobs.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const jobs = jobsOf(shared);
const { assignmentIn, act, must, seenBy, pathOf } = assignmentsOf(market, baseUrl, jobs);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

describe('a proposal with a date in the past', () => {
  const aged: readonly [string, string][] = [
    ['its deadline', `due_at = now() - interval '4 days'`],
    [
      'the date of a result',
      `results = jsonb_set(results, '{0,expectedAt}', to_jsonb(iso(now() - interval '1 minute')))`,
    ],
  ];
  test.each(aged)('(%s) can be declined and withdrawn, but not accepted', async (_, change) => {
    const work = await assignmentIn('ACCEPTED');
    const [{ id: deliverableId }] = (await seenBy(work.creator.api, work)).deliverables;
    const results = [{ deliverableId, expectedAt: inDays(2) }];
    const opened = await must(act(work, work.creator.api, 'change-proposals', { dueAt: inDays(3), results }));
    const { id } = opened.body.data.openProposal;
    expect((await seenBy(work.advertiser.api, work)).openProposal.allowedActions).toEqual(['accept', 'decline']);
    await market.pool.query(`update change_proposals set ${change} where id = $1`, [id]);
    const before = await seenBy(work.advertiser.api, work);
    expect(before.openProposal.allowedActions).toEqual(['decline']);
    const decide = (decision: string) =>
      work.advertiser.api.post(`${pathOf(work)}/change-proposals/${id}/${decision}`, {
        expectedVersion: before.version,
      });
    expect(refused(await decide('accept'), 'INVALID_STATE')).toMatchObject({ status: 'ACCEPTED' });
    expect(await seenBy(work.advertiser.api, work)).toEqual(before);
    expect((await must(decide('decline'))).body.data).toMatchObject({ dueAt: before.dueAt, openProposal: null });
  });
});

describe('a missed or met deadline', () => {
  /**
   * Uses an instant of the assignment: the clocks of Postgres and the jobs can differ by a millisecond, which would
   * change the result.
   */
  const dueWhen = ({ id }: Work, instant: 'accepted_at' | 'submitted_at' | 'changes_requested_at') =>
    market.pool.query(`update placement_assignments set due_at = ${instant} where id = $1`, [id]);
  const isToldMissed = async (work: Work): Promise<boolean> => {
    await jobs.run('record-deadline-events');
    const events = (await work.creator.api.get(`${pathOf(work)}/events?limit=100`)).body.data;
    return events.some(({ kind }: { kind: string }) => kind === 'deadline.missed');
  };

  test('counts as met when the work was submitted in time, whatever changes are requested later', async () => {
    const work = await assignmentIn('SUBMITTED');
    await dueWhen(work, 'submitted_at');
    await must(act(work, work.advertiser.api, 'request-changes'));
    expect(await isToldMissed(work)).toBe(false);
  });

  test('counts as missed while changes are awaited', async () => {
    const work = await assignmentIn('CHANGES_REQUESTED');
    await dueWhen(work, 'changes_requested_at');
    expect(await isToldMissed(work)).toBe(true);
  });

  test('counts as missed before the submission, and is reported once changes are requested', async () => {
    const work = await assignmentIn('ACCEPTED');
    await dueWhen(work, 'accepted_at');
    await must(act(work, work.creator.api, 'submit'));
    await must(act(work, work.advertiser.api, 'request-changes'));
    expect(await isToldMissed(work)).toBe(true);
  });
});
