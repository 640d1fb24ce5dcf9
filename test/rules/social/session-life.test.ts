import { describe, expect, test } from 'vitest';
import {
  life,
  refuseCaptureTime,
  refuseMove,
  type SessionMove,
  sessionStatus,
} from '../../../functions/social-accounts/session-rules.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { SessionView } from '../../../schema/social-accounts/stats.ts';
import { sessionStatuses } from '../../../schema/social-accounts/stats-session-terms.ts';
import { DecideStatsSession } from '../../../schema/social-accounts/stats-sessions.ts';
import { rejecting, verifying } from '../../support/market/recordings.ts';

/** Every allowed move, by hand. */
const allowed: Readonly<Record<string, SessionView['status']>> = {
  'NONE open': 'OPEN',
  'OPEN upload': 'UPLOADED',
  'OPEN expire': 'NONE',
  'OPEN close': 'NONE',
  'UPLOADED verify': 'VERIFIED',
  'UPLOADED reject': 'REJECTED',
  'UPLOADED close': 'NONE',
  'VERIFIED open': 'OPEN',
  'REJECTED open': 'OPEN',
};
const moves: readonly SessionMove[] = ['open', 'upload', 'verify', 'reject', 'expire', 'close'];

const now = new Date('2026-11-24T12:00:00Z');
const [later, past] = ['2026-11-24T12:00:00.001Z', '2026-11-24T12:00:00.000Z'];

const refusalOf = (work: () => unknown): Refusal | null => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

describe('a recording session', () => {
  test.each(sessionStatuses.flatMap((status) => moves.map((move) => [status, move] as const)))(
    'in %s moves by %s as the matrix says',
    (status, move) => {
      expect(life[status][move]).toBe(allowed[`${status} ${move}`]);
    },
  );

  test.each([
    ['NONE', 'without a session', null],
    ['OPEN', 'before its end', { status: 'OPEN', expiresAt: later }],
    ['NONE', 'from its end on', { status: 'OPEN', expiresAt: past }],
    ['UPLOADED', 'after its end, once it has a recording', { status: 'UPLOADED', expiresAt: past }],
    ['VERIFIED', 'after its end, once it is decided', { status: 'VERIFIED', expiresAt: past }],
  ] as const)('reads %s %s', (status, _, session) => {
    expect(sessionStatus(session, now)).toBe(status);
  });

  test.each([
    ['open', { status: 'OPEN', expiresAt: later }, 'OPEN', ['uploads']],
    ['open', { status: 'UPLOADED', expiresAt: past }, 'UPLOADED', []],
    ['upload', { status: 'OPEN', expiresAt: past }, 'NONE', ['stats-sessions']],
    ['upload', { status: 'UPLOADED', expiresAt: later }, 'UPLOADED', []],
    ['verify', { status: 'VERIFIED', expiresAt: past }, 'VERIFIED', []],
    ['reject', { status: 'NONE', expiresAt: past }, 'NONE', []],
  ] as const)(
    'that refuses to %s names its status and what its owner or staff can do',
    (move, session, status, actions) => {
      const refusal = refusalOf(() => refuseMove(move, session, now));
      expect(refusal?.code).toBe('INVALID_STATE');
      expect(refusal?.details).toMatchObject({ status, allowedActions: actions });
    },
  );

  test('that ran out does not keep its owner from opening another one', () => {
    expect(refusalOf(() => refuseMove('open', { status: 'OPEN', expiresAt: past }, now))).toBeNull();
  });
});

test.each([
  ['2026-11-24T12:00:00.000Z', true],
  ['2026-11-24T12:00:00.001Z', false],
  ['2026-08-26T12:00:00.000Z', true],
  ['2026-08-26T11:59:59.999Z', false],
])('statistics of %s are taken: %s', (capturedAt, isTaken) => {
  expect(refusalOf(() => refuseCaptureTime(new Date(capturedAt), now)) === null).toBe(isTaken);
});

describe('a decision', () => {
  const isValid = (body: object): boolean => DecideStatsSession.body?.().safeParse(body).success ?? false;
  const thirds = ['US', 'DE', 'FR'].map((country) => ({ country, share: 0.334 }));

  test.each([
    ['verifies with an audience', verifying()],
    ['rejects with a reason', rejecting],
    ['has a country in lower case', verifying({ geo: [{ country: 'us', share: 1 }] })],
    ['has shares that were rounded up', verifying({ geo: thirds })],
    ['has no period, no followers and no groups', verifying({ periodDays: null, followers: null, demo: [] })],
    ['has groups only', verifying({ geo: [] })],
  ])('is valid when it %s', (_, body) => {
    expect(isValid(body)).toBe(true);
  });

  test.each([
    ['verifies without an audience', { outcome: 'VERIFIED' }],
    ['rejects without a reason', { outcome: 'REJECTED' }],
    ['rejects with an audience', { ...verifying(), ...rejecting }],
    ['has a share above 1', verifying({ geo: [{ country: 'US', share: 1.01 }] })],
    ['has a share below 0', verifying({ geo: [{ country: 'US', share: -0.01 }] })],
    ['has shares of countries above 1', verifying({ geo: [...thirds, { country: 'IT', share: 0.1 }] })],
    [
      'has shares of groups above 1',
      verifying({ demo: ['18-24', '25-34'].map((age) => ({ age, gender: 'MALE', share: 0.6 })) }),
    ],
    ['has an unknown country', verifying({ geo: [{ country: 'UK', share: 1 }] })],
    ['repeats a country', verifying({ geo: ['US', 'us'].map((country) => ({ country, share: 0.4 })) })],
    ['repeats a group', verifying({ demo: [1, 2].map(() => ({ age: '18-24', gender: 'MALE', share: 0.4 })) })],
    ['has a period of no days', verifying({ periodDays: 0 })],
    ['has a period of more than a year', verifying({ periodDays: 366 })],
    ['has fewer than no followers', verifying({ followers: -1 })],
    ['tells nothing', verifying({ geo: [], demo: [] })],
  ])('is invalid when it %s', (_, body) => {
    expect(isValid(body)).toBe(false);
  });
});
