import { afterEach, describe, expect, test } from 'vitest';
import { assignmentsOf, type Work } from '../../../support/market/assignments.ts';
import type { Market } from '../../../support/market/market.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { isFullDepth } from '../../../support/stack/depth.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import { timeOf } from '../../../support/stack/stack-time.ts';

const hour = 3_600_000;

const rows = [
  ['by default', {}, { accept: 72, approve: 168, reminder: 24, lateCancel: 72 }],
  [
    'as it is set',
    { ACCEPT_WINDOW_HOURS: '5', APPROVE_WINDOW_HOURS: '9', REMINDER_HOURS: '3', LATE_CANCEL_HOURS: '7' },
    { accept: 5, approve: 9, reminder: 3, lateCancel: 7 },
  ],
] as const;

describe.each(rows)('the windows %s', (name, vars, hours) => {
  const isDefault = name === 'by default';
  // At the quick depth each test runs in one of the rows.
  const [testByDefault, testAsSet] = [test.runIf(isFullDepth || isDefault), test.runIf(isFullDepth || !isDefault)];
  let market: Market;
  let assignments: ReturnType<typeof assignmentsOf>;
  let time: ReturnType<typeof timeOf>;
  let control: ReturnType<typeof controlOf>;
  ownMarket(
    ({ stack, market: own }) => {
      market = own;
      assignments = assignmentsOf(market, stack.baseUrl);
      time = timeOf(stack);
      control = controlOf(stack.controlUrl);
    },
    { vars },
  );
  afterEach(() => market.expectSoundLedger());

  const fire = () => control.fireCron('*/5 * * * *');
  const seen = (work: Work) => assignments.seenBy(work.advertiser.api, work);
  const statusOf = async (work: Work) => (await seen(work)).status;
  const assignmentIn = async (status: Parameters<typeof assignments.assignmentIn>[0]) =>
    assignments.assignmentIn(status, { item: await time.itemDates() });
  const cancel = async (work: Work) =>
    (await assignments.must(assignments.act(work, work.advertiser.api, 'cancel'))).body.data;

  testByDefault(`allow ${hours.accept} hours to accept, from checkout`, async () => {
    const work = await assignmentIn('PENDING');
    const { createdAt, acceptBy, approveBy } = await assignments.seenBy(work.creator.api, work);
    expect(Date.parse(acceptBy) - Date.parse(createdAt)).toBe(hours.accept * hour);
    expect(approveBy).toBeNull();
    await time.reach(acceptBy, 1);
    await fire();
    expect(await statusOf(work)).toBe('PENDING');
    await time.reach(acceptBy);
    await fire();
    expect(await statusOf(work)).toBe('EXPIRED');
  });

  testAsSet(`allow ${hours.approve} hours to answer, from each submission, as its answer states`, async () => {
    const work = await assignmentIn('ACCEPTED');
    for (const again of [false, true]) {
      if (again) await assignments.must(assignments.act(work, work.advertiser.api, 'request-changes'));
      const { data } = (await assignments.must(assignments.act(work, work.creator.api, 'submit'))).body;
      expect(Date.parse(data.approveBy) - Date.parse(data.updatedAt)).toBe(hours.approve * hour);
      expect((await seen(work)).approveBy).toBe(data.approveBy);
      await time.reach(data.approveBy, 1);
      await fire();
      expect(await statusOf(work)).toBe('SUBMITTED');
    }
    await time.reach((await seen(work)).approveBy);
    await fire();
    expect(await statusOf(work)).toBe('APPROVED');
  });

  testByDefault(`send a reminder ${hours.reminder} hours before a deadline, and not a minute earlier`, async () => {
    const work = await assignmentIn('ACCEPTED');
    const deadlineEvents = async () => {
      await fire();
      const { data } = (await work.creator.api.get(`${assignments.pathOf(work)}/events`)).body;
      return data.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind.startsWith('deadline.'));
    };
    const { dueAt } = await seen(work);
    await time.reach(dueAt, hours.reminder * 60 + 1);
    expect(await deadlineEvents()).toEqual([]);
    await time.reach(dueAt, hours.reminder * 60);
    expect(await deadlineEvents()).toEqual(['deadline.reminder']);
  });

  testAsSet(
    `let an advertiser cancel alone ${hours.lateCancel} hours after a deadline, and propose until a minute before`,
    async () => {
      const work = await assignmentIn('ACCEPTED');
      const { dueAt, cancelFrom } = await seen(work);
      expect(Date.parse(cancelFrom) - Date.parse(dueAt)).toBe(hours.lateCancel * 3_600_000);
      await time.reach(dueAt, 1 - hours.lateCancel * 60);
      expect(await cancel(work)).toMatchObject({ status: 'ACCEPTED', openProposal: { kind: 'CANCEL' } });
      await time.reach(dueAt, -hours.lateCancel * 60);
      expect(await cancel(work)).toMatchObject({ status: 'CANCELLED', openProposal: null, cancelFrom: null });
    },
  );

  testAsSet(
    `let an advertiser who requested changes cancel alone ${hours.lateCancel} hours after that and after the deadline`,
    async () => {
      const windowMinutes = hours.lateCancel * 60;
      const [before, after] = [await assignmentIn('CHANGES_REQUESTED'), await assignmentIn('ACCEPTED')];
      const { dueAt } = await seen(before);
      await time.reach((await seen(after)).dueAt, -60);
      await assignments.must(assignments.act(after, after.creator.api, 'submit'));
      await assignments.must(assignments.act(after, after.advertiser.api, 'request-changes'));
      const { updatedAt: askedAt, cancelFrom } = await seen(after);
      expect(Date.parse(cancelFrom) - Date.parse(askedAt)).toBe(windowMinutes * 60_000);
      await time.reach(dueAt, 1 - windowMinutes);
      expect((await cancel(before)).status).toBe('CHANGES_REQUESTED');
      await time.reach(dueAt, -windowMinutes);
      expect((await cancel(before)).status).toBe('CANCELLED');
      await time.reach(askedAt, 1 - windowMinutes);
      expect((await cancel(after)).status).toBe('CHANGES_REQUESTED');
      await time.reach(askedAt, -windowMinutes);
      expect((await cancel(after)).status).toBe('CANCELLED');
    },
  );

  testByDefault(
    'an assignment long past its deadline cannot be cancelled alone right after a request for changes, the first or a later one',
    async () => {
      const work = await assignmentIn('ACCEPTED');
      await time.reach((await seen(work)).dueAt, -10 * hours.lateCancel * 60);
      for (const again of [false, true]) {
        await assignments.must(assignments.act(work, work.creator.api, 'submit'));
        await assignments.must(assignments.act(work, work.advertiser.api, 'request-changes'));
        expect(await cancel(work)).toMatchObject({ status: 'CHANGES_REQUESTED', openProposal: { kind: 'CANCEL' } });
        const { updatedAt: askedAt } = await seen(work);
        await time.reach(askedAt, -hours.lateCancel * 60);
        if (again) expect((await cancel(work)).status).toBe('CANCELLED');
      }
    },
  );
});
