import { afterEach, describe, expect, test } from 'vitest';
import { controlOf } from '../../support/control.ts';
import type { Market } from '../../support/market.ts';
import { ownMarket } from '../../support/own-market.ts';
import type { OwnStack } from '../../support/stack.ts';
import { type Work, workOf } from '../../support/work.ts';

const hour = 3_600_000;

describe.each([
  ['by default', {}, { accept: 72, approve: 168, reminder: 24, lateCancel: 72 }],
  [
    'as it is set',
    { ACCEPT_WINDOW_HOURS: '5', APPROVE_WINDOW_HOURS: '9', REMINDER_HOURS: '3', LATE_CANCEL_HOURS: '7' },
    { accept: 5, approve: 9, reminder: 3, lateCancel: 7 },
  ],
])('a window is %s', (_, vars, hours) => {
  let stack: OwnStack;
  let market: Market;
  let works: ReturnType<typeof workOf>;
  ownMarket(
    (own) => {
      ({ stack, market } = own);
      works = workOf(market, stack.baseUrl);
    },
    { vars },
  );
  afterEach(() => market.expectSoundLedger());

  const dueIn = ({ id }: Work, milliseconds: number) =>
    market.pool.query('update placement_assignments set due_at = $2 where id = $1', [
      id,
      new Date(Date.now() + milliseconds),
    ]);

  test(`${hours.accept} hours to accept, from checkout`, async () => {
    const work = await works.aWork();
    const { createdAt, acceptBy, approveBy } = await works.seenBy(work.creator.api, work);
    expect(Date.parse(acceptBy) - Date.parse(createdAt)).toBe(hours.accept * hour);
    expect(approveBy).toBeNull();
  });

  test(`${hours.approve} hours to answer, from each submission, told in its answer`, async () => {
    const work = await works.workIn('ACCEPTED');
    for (const again of [false, true]) {
      if (again) await works.must(works.ask(work, work.advertiser.api, 'request-changes'));
      const { data } = (await works.must(works.ask(work, work.creator.api, 'submit'))).body;
      expect(Date.parse(data.approveBy) - Date.parse(data.updatedAt)).toBe(hours.approve * hour);
      expect((await works.seenBy(work.advertiser.api, work)).approveBy).toBe(data.approveBy);
    }
  });

  test(`a reminder ${hours.reminder} hours before a deadline, and not a minute more`, async () => {
    const [near, far] = [await works.workIn('ACCEPTED'), await works.workIn('ACCEPTED')];
    await dueIn(near, hours.reminder * hour - 60_000);
    await dueIn(far, hours.reminder * hour + 60_000);
    await controlOf(stack.controlUrl).deliver([{ kind: 'tell-deadlines' }]);
    const { rows } = await market.pool.query(
      `select assignment_id::int as id, kind from assignment_events where assignment_id = any ($1) and kind like 'deadline.%'`,
      [[near.id, far.id]],
    );
    expect(rows).toEqual([{ id: near.id, kind: 'deadline.reminder' }]);
  });

  test(`an advertiser cancels alone ${hours.lateCancel} hours after a deadline, and proposes to a minute before`, async () => {
    const [early, late] = [await works.workIn('ACCEPTED'), await works.workIn('ACCEPTED')];
    await dueIn(early, -hours.lateCancel * hour + 60_000);
    await dueIn(late, -hours.lateCancel * hour);
    const cancel = async (work: Work) => (await works.must(works.ask(work, work.advertiser.api, 'cancel'))).body.data;
    expect(await cancel(early)).toMatchObject({ status: 'ACCEPTED', openProposal: { kind: 'CANCEL' } });
    expect(await cancel(late)).toMatchObject({ status: 'CANCELLED', openProposal: null });
  });

  test(`an advertiser who asked for changes cancels alone ${hours.lateCancel} hours after that and after the deadline`, async () => {
    const hoursAgo = -hours.lateCancel * hour;
    const minute = 60_000;
    const cancelWhen = async (dueIn: number, askedIn: number) => {
      const work = await works.workIn('CHANGES_REQUESTED');
      await market.pool.query(
        'update placement_assignments set due_at = $2, changes_requested_at = $3 where id = $1 and changes_requested_at is not null',
        [work.id, new Date(Date.now() + dueIn), new Date(Date.now() + askedIn)],
      );
      return (await works.must(works.ask(work, work.advertiser.api, 'cancel'))).body.data.status;
    };
    expect(await cancelWhen(hoursAgo, hoursAgo + minute)).toBe('CHANGES_REQUESTED');
    expect(await cancelWhen(hoursAgo + minute, hoursAgo)).toBe('CHANGES_REQUESTED');
    expect(await cancelWhen(hoursAgo, hoursAgo)).toBe('CANCELLED');
  });

  test('work that is long past its deadline is not cancelled alone right after changes are asked for, the first time or again', async () => {
    const work = await works.workIn('SUBMITTED');
    await dueIn(work, -10 * hours.lateCancel * hour);
    for (const again of [false, true]) {
      await works.must(works.ask(work, work.advertiser.api, 'request-changes'));
      const { data } = (await works.must(works.ask(work, work.advertiser.api, 'cancel'))).body;
      expect(data).toMatchObject({ status: 'CHANGES_REQUESTED', openProposal: { kind: 'CANCEL' } });
      await market.pool.query('update placement_assignments set changes_requested_at = due_at where id = $1', [
        work.id,
      ]);
      if (!again) await works.must(works.ask(work, work.creator.api, 'submit'));
    }
    expect((await works.ask(work, work.advertiser.api, 'cancel')).body.data.status).toBe('CANCELLED');
  });
});
