import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../../support/client.ts';
import { refused } from '../../../support/contract/expectations.ts';
import type { Person } from '../../../support/contract/people.ts';
import { type Action, assignmentsOf, moneyIn, type Work } from '../../../support/market/assignments.ts';
import { inDays, type Market } from '../../../support/market/market.ts';
import type { controlOf } from '../../../support/stack/control.ts';
import { type Jobs, jobsOf } from '../../../support/stack/jobs.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';

let market: Market;
let jobs: Jobs;
let control: ReturnType<typeof controlOf>;
let assignments: ReturnType<typeof assignmentsOf>;
let staff: Person;
ownMarket(async (own) => {
  ({ market, control } = own);
  jobs = jobsOf(own.stack);
  assignments = assignmentsOf(market, own.stack.baseUrl, jobs);
});
beforeAll(async () => {
  staff = await assignments.staff();
});
afterEach(() => market.expectSoundLedger());

const path = '/placement-assignments';
const actions: readonly Action[] = [
  'accept',
  'decline',
  'submit',
  'approve',
  'request-changes',
  'cancel',
  'issues',
  'statements',
];

describe('a party that gave up its role', () => {
  const rolesBecome = async (api: Client, id: number, roles: readonly string[]) => {
    await market.pool.query('update users set roles = $2 where id = $1', [id, roles]);
    // A cached user is trusted for one second.
    await control.moveOn(1_000);
    const known = async () => (await api.get('/me')).body.data.owner.roles;
    await vi.waitFor(async () => expect(await known()).toEqual(roles), { timeout: 10_000, interval: 50 });
  };

  test.each(['advertiser', 'creator'] as const)(
    'reads its assignment as %s, and gets no action that would be refused',
    async (side) => {
      const other = side === 'advertiser' ? 'creator' : 'advertiser';
      const work = await assignments.assignmentIn('ACCEPTED');
      await assignments.must(
        assignments.act(work, work.creator.api, 'change-proposals', {
          kind: 'DUE_DATE',
          dueAt: inDays(50),
          results: [],
        }),
      );
      const { api, id } = work[side];
      const before = await assignments.seenBy(api, work);
      expect(before.allowedActions.length * before.openProposal.allowedActions.length).toBeGreaterThan(0);
      await rolesBecome(api, id, [side === 'advertiser' ? 'CREATOR' : 'ADVERTISER']);

      const nothing = { role: side.toUpperCase(), allowedActions: [], openProposal: { allowedActions: [] } };
      expect(await assignments.seenBy(api, work)).toMatchObject(nothing);
      expect((await api.get(path)).body.data).toMatchObject([{ id: work.id, ...nothing }]);
      for (const action of before.allowedActions)
        refused(
          await api.post(`${assignments.pathOf(work)}/${action}`, bodyOf(action, before.version)),
          'ROLE_NOT_ALLOWED',
          action,
        );
      expect((await assignments.seenBy(work[other].api, work)).allowedActions.length).toBeGreaterThan(0);

      await rolesBecome(api, id, [side.toUpperCase()]);
      expect(await assignments.seenBy(api, work)).toEqual(before);
    },
  );
});

const bodyOf = (action: string, expectedVersion: number): object => ({
  ...(action === 'statements' ? { text: 'It was there.' } : { expectedVersion }),
  ...(action === 'issues' && { reason: 'Late', description: 'Nothing has come.' }),
  ...(action === 'request-changes' && { reason: 'Louder.' }),
  ...(action === 'change-proposals' && { kind: 'DUE_DATE', dueAt: inDays(60), results: [] }),
});

describe('a suspended party', () => {
  const suspend = async ({ api, id }: { readonly api: Client; readonly id: number }, suspended = true) => {
    const { status } = await staff.twin.put(`/staff/users/${id}/suspension`, { suspended, reason: 'Chargeback' });
    expect(status).toBe(200);
    await vi.waitFor(async () => expect((await api.get(path)).status).toBe(suspended ? 403 : 200), {
      timeout: 10_000,
      interval: 50,
    });
  };
  const lapse = ({ id }: Work) =>
    market.pool.query(
      `update placement_assignments set accept_by = now() - interval '1 minute',
         approve_by = case when approve_by is not null then now() - interval '1 minute' end where id = $1`,
      [id],
    );

  test.each(['advertiser', 'creator'] as const)(
    'can neither read nor act as %s, and its requests change nothing',
    async (side) => {
      const work = await assignments.assignmentIn('SUBMITTED');
      const other = work[side === 'advertiser' ? 'creator' : 'advertiser'].api;
      const before = await assignments.seenBy(other, work);
      const { api } = work[side];
      await suspend(work[side]);
      const at = assignments.pathOf(work);
      for (const read of [path, at, `${at}/events`, `${at}/deliverables`])
        refused(await api.get(read), 'ACCOUNT_ACCESS_DENIED', read);
      for (const action of actions)
        refused(await api.post(`${at}/${action}`, bodyOf(action, before.version)), 'ACCOUNT_ACCESS_DENIED', action);
      expect(await assignments.seenBy(other, work)).toEqual(before);
      await suspend(work[side], false);
      expect((await assignments.seenBy(api, work)).status).toBe('SUBMITTED');
    },
  );

  test('gains and loses nothing by time, because expiry and automatic approval wait', async () => {
    const [pending, submitted] = await Promise.all([
      assignments.assignmentIn('PENDING'),
      assignments.assignmentIn('SUBMITTED'),
    ]);
    await suspend(pending.creator);
    await suspend(submitted.advertiser);
    await lapse(pending);
    await lapse(submitted);
    for (const job of ['expire-unaccepted', 'approve-unanswered'] as const) await jobs.run(job);
    expect(await assignments.moneyOf(pending)).toEqual(moneyIn.PENDING);
    expect(await assignments.moneyOf(submitted)).toEqual(moneyIn.SUBMITTED);
  });

  test('gets paid as creator for approved work, and staff can withhold money by a dispute', async () => {
    const [answered, unanswered, disputed] = await Promise.all([
      assignments.assignmentIn('SUBMITTED'),
      assignments.assignmentIn('SUBMITTED'),
      assignments.assignmentIn('SUBMITTED'),
    ]);
    for (const work of [answered, unanswered, disputed]) await suspend(work.creator);
    await assignments.must(assignments.act(answered, answered.advertiser.api, 'approve'));
    await assignments.must(assignments.act(disputed, disputed.advertiser.api, 'issues'));
    await lapse(unanswered);
    await lapse(disputed);
    await jobs.run('approve-unanswered');
    expect(await assignments.moneyOf(answered)).toEqual(moneyIn.APPROVED);
    expect(await assignments.moneyOf(unanswered)).toEqual(moneyIn.SUBMITTED);
    expect(await assignments.moneyOf(disputed)).toEqual(moneyIn.DISPUTED);
  });

  test('does not block the other party, which can cancel, or staff, which can decide', async () => {
    const [pending, disputed] = await Promise.all([
      assignments.assignmentIn('PENDING'),
      assignments.assignmentIn('DISPUTED'),
    ]);
    await suspend(pending.creator);
    await suspend(disputed.advertiser);
    await assignments.must(assignments.act(pending, pending.advertiser.api, 'cancel'));
    expect(await assignments.moneyOf(pending)).toEqual(moneyIn.CANCELLED);
    const body = { outcome: 'RELEASE', note: 'It was there.' };
    await assignments.must(staff.twin.post(`/staff/assignments/${disputed.id}/resolve`, body));
    expect(await assignments.moneyOf(disputed)).toEqual(moneyIn.APPROVED);
  });
});
