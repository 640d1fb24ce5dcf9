import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { AssignmentStatus } from '../../../../schema/shared/enums.ts';
import { type Action, assignmentsOf, moneyIn, orderIn, states } from '../../../support/market/assignments.ts';
import { marketOf } from '../../../support/market/market.ts';
import { share } from '../../../support/stack/depth.ts';
import { jobsOf } from '../../../support/stack/jobs.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const jobs = jobsOf(shared);
const { assignmentIn, untouchedIn, act, seenBy, moneyOf } = assignmentsOf(market, baseUrl, jobs);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

type Outcome =
  | AssignmentStatus
  /** The status stays, and a proposal is open. */
  | 'PROPOSED'
  /** Only the history changes. */
  | 'STATED'
  | 'INVALID_STATE'
  | 'ROLE_NOT_ALLOWED';

const refused = 'INVALID_STATE';
const notYours = 'ROLE_NOT_ALLOWED';

/** The whole matrix, by hand: the result for [the advertiser, the creator] of each action in each state. */
const matrix: Readonly<Record<AssignmentStatus, Readonly<Record<Action, readonly [Outcome, Outcome]>>>> = {
  PENDING: {
    accept: [notYours, 'ACCEPTED'],
    decline: [notYours, 'DECLINED'],
    submit: [notYours, refused],
    approve: [refused, notYours],
    'request-changes': [refused, notYours],
    cancel: ['CANCELLED', refused],
    issues: [refused, refused],
    'change-proposals': [refused, refused],
    statements: [refused, refused],
  },
  ACCEPTED: {
    accept: [notYours, refused],
    decline: [notYours, refused],
    submit: [notYours, 'SUBMITTED'],
    approve: [refused, notYours],
    'request-changes': [refused, notYours],
    cancel: ['PROPOSED', 'CANCELLED'],
    issues: ['DISPUTED', 'DISPUTED'],
    'change-proposals': ['PROPOSED', 'PROPOSED'],
    statements: [refused, refused],
  },
  SUBMITTED: {
    accept: [notYours, refused],
    decline: [notYours, refused],
    submit: [notYours, refused],
    approve: ['APPROVED', notYours],
    'request-changes': ['CHANGES_REQUESTED', notYours],
    cancel: [refused, refused],
    issues: ['DISPUTED', 'DISPUTED'],
    'change-proposals': [refused, refused],
    statements: [refused, refused],
  },
  CHANGES_REQUESTED: {
    accept: [notYours, refused],
    decline: [notYours, refused],
    submit: [notYours, 'SUBMITTED'],
    approve: [refused, notYours],
    'request-changes': [refused, notYours],
    cancel: ['PROPOSED', 'CANCELLED'],
    issues: ['DISPUTED', 'DISPUTED'],
    'change-proposals': ['PROPOSED', 'PROPOSED'],
    statements: [refused, refused],
  },
  DISPUTED: { ...nothing(), statements: ['STATED', 'STATED'] },
  APPROVED: nothing(),
  DECLINED: nothing(),
  EXPIRED: nothing(),
  CANCELLED: nothing(),
  RESOLVED: nothing(),
};

function nothing(): Readonly<Record<Action, readonly [Outcome, Outcome]>> {
  return {
    accept: [notYours, refused],
    decline: [notYours, refused],
    submit: [notYours, refused],
    approve: [refused, notYours],
    'request-changes': [refused, notYours],
    cancel: [refused, refused],
    issues: [refused, refused],
    'change-proposals': [refused, refused],
    statements: [refused, refused],
  };
}

const rows = Object.entries(matrix).flatMap(([status, actions]) =>
  Object.entries(actions).flatMap(([action, [advertiser, creator]]) => [
    { status: status as AssignmentStatus, action: action as Action, by: 'ADVERTISER' as const, outcome: advertiser },
    { status: status as AssignmentStatus, action: action as Action, by: 'CREATOR' as const, outcome: creator },
  ]),
);

/** In the final states all actions are refused alike. */
const isFinal = (state: AssignmentStatus): boolean =>
  Object.values(matrix[state]).every((outcomes) => outcomes.every((one) => one === refused || one === notYours));

describe.concurrent.each(states)('an assignment in %s', (state) => {
  const ofState = rows.filter(({ status }) => status === state);
  test.each(isFinal(state) ? share(ofState, states.indexOf(state), 3) : ofState)(
    'follows $action by $by with $outcome',
    async ({ status, action, by, outcome }) => {
      const isRefused = outcome === refused || outcome === notYours;
      const work = await (isRefused ? untouchedIn(status) : assignmentIn(status));
      const api = by === 'ADVERTISER' ? work.advertiser.api : work.creator.api;
      const before = await seenBy(api, work);
      expect(before).toMatchObject({ status, role: by });
      expect(before.allowedActions.includes(action)).toBe(!isRefused);
      const reply = await act(work, api, action);
      const after = await seenBy(api, work);
      if (isRefused) {
        expect({ status: reply.status, code: reply.body.code }).toEqual({
          status: outcome === refused ? 409 : 403,
          code: outcome,
        });
        if (outcome === refused) expect(reply.body).toMatchObject({ status, allowedActions: before.allowedActions });
        expect(after).toEqual(before);
        expect(await moneyOf(work)).toEqual(moneyIn[status]);
        return;
      }
      expect(reply.text && reply.status).toBe(200);
      expect(reply.body.data).toEqual(after);
      const to = outcome === 'PROPOSED' || outcome === 'STATED' ? status : outcome;
      expect(after).toMatchObject({ status: to, version: before.version + (outcome === 'STATED' ? 0 : 1) });
      expect(after.openProposal === null).toBe(outcome !== 'PROPOSED');
      expect(await moneyOf(work)).toEqual(moneyIn[to]);
      const order = (await work.advertiser.api.get(`/placement-orders/${work.orderId}`)).body.data;
      expect(order.status).toBe(orderIn[to]);
    },
  );
});
