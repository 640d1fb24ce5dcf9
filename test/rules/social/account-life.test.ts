import { describe, expect, test } from 'vitest';
import {
  type AccountMove,
  afterMove,
  checkable,
  life,
  refuseNewCode,
  shownStatus,
  verificationStatus,
} from '../../../functions/social-accounts/rules.ts';
import { type AccountStatus, socialAccountStatuses } from '../../../schema/creators/creators.ts';
import { Refusal } from '../../../schema/shared/errors.ts';

/** Every allowed move, by hand. */
const allowed: Readonly<Record<string, AccountStatus>> = {
  'PENDING prove': 'ACTIVE',
  'PENDING delete': 'DELETED',
  'ACTIVE block': 'BLOCKED',
  'ACTIVE sell': 'SOLD',
  'ACTIVE delete': 'DELETED',
  'BLOCKED block': 'BLOCKED',
  'BLOCKED unblock': 'ACTIVE',
  'SOLD delete': 'DELETED',
};
const moves: readonly AccountMove[] = ['prove', 'sell', 'delete', 'block', 'unblock'];

const refusalOf = (work: () => unknown): Refusal['details'] => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error.details;
    throw error;
  }
  throw new Error('it was not refused');
};

describe('an account', () => {
  test.each(socialAccountStatuses.flatMap((status) => moves.map((move) => [status, move] as const)))(
    'in %s moves by %s as the matrix says',
    (status, move) => {
      expect(life[status][move]).toBe(allowed[`${status} ${move}`]);
    },
  );

  test('that cannot move names its status and what its owner or staff can do', () => {
    expect(refusalOf(() => afterMove('sell', { status: 'PENDING' }))).toMatchObject({
      status: 'PENDING',
      allowedActions: ['delete'],
    });
    expect(refusalOf(() => afterMove('delete', { status: 'BLOCKED' }))).toMatchObject({
      status: 'BLOCKED',
      allowedActions: [],
    });
    expect(refusalOf(() => afterMove('block', { status: 'PENDING' }))).toMatchObject({ allowedActions: [] });
    expect(refusalOf(() => afterMove('unblock', { status: 'ACTIVE' }))).toMatchObject({ allowedActions: ['block'] });
  });

  test.each(socialAccountStatuses)(
    'in %s reads SUSPENDED only if it was ACTIVE and its owner is suspended',
    (status) => {
      expect(shownStatus({ status, isOwnerSuspended: false })).toBe(status);
      expect(shownStatus({ status, isOwnerSuspended: true })).toBe(status === 'ACTIVE' ? 'SUSPENDED' : status);
    },
  );
});

describe('the proof of an account', () => {
  const now = new Date('2026-11-24T12:00:00Z');
  const claim = { code: 'castline-abc', codeExpiresAt: '2026-11-24T12:00:00.001Z', checksLeft: 1, checkedAt: null };
  const pending = { platform: 'YOUTUBE', status: 'PENDING', isVerified: false } as const;
  const proof = { account: pending, claim, isProvenElsewhere: false, method: 'BIO_CODE' } as const;
  const active = { ...pending, status: 'ACTIVE', isVerified: true } as const;
  const old = { ...claim, codeExpiresAt: '2026-11-24T12:00:00.000Z' };

  test.each([
    ['ACTIVE', 'with a valid code', proof],
    ['ACTIVE', 'while its last check is answered', { ...proof, claim: { ...claim, checksLeft: 0 } }],
    ['EXPIRED', 'once the code has ended', { ...proof, claim: old }],
    ['NONE', 'without a code', { ...proof, claim: null }],
    ['NONE', 'where only a sign-in proves it', { ...proof, method: 'OAUTH' }],
    ['REFUSED', 'when another user has proven it', { ...proof, isProvenElsewhere: true }],
    ['VERIFIED', 'when its owner has proven it', { ...proof, account: active }],
    ['NONE', 'when it was deleted before', { ...proof, account: { ...pending, status: 'DELETED' } as const }],
  ] as const)('reads %s %s', (status, _, given) => {
    expect(verificationStatus(given, now)).toBe(status);
  });

  test.each([
    ['REFUSED', { ...proof, isProvenElsewhere: true }, ['delete']],
    ['EXPIRED', { ...proof, claim: old }, ['verification']],
    ['ACTIVE', { ...proof, claim: { ...claim, checksLeft: 0 } }, ['verification']],
    ['NONE', { ...proof, claim: null }, ['verification']],
    ['NONE', { ...proof, method: 'OAUTH', claim: null }, ['connections']],
    ['ACTIVE', { ...proof, account: active }, []],
  ] as const)('refuses a check as %s', (status, given, allowedActions) => {
    expect(refusalOf(() => checkable(given, now))).toMatchObject({ status, allowedActions });
  });

  test('gives the claim to check, and refuses a new code only where none can prove the account', () => {
    expect(checkable(proof, now)).toBe(claim);
    expect(() => refuseNewCode({ ...proof, claim: old }, now)).not.toThrow();
    expect(refusalOf(() => refuseNewCode({ ...proof, account: active }, now))).toMatchObject({ status: 'ACTIVE' });
    expect(refusalOf(() => refuseNewCode({ ...proof, isProvenElsewhere: true }, now))).toMatchObject({
      status: 'REFUSED',
    });
    const tiktok = { ...proof, method: 'OAUTH' } as const;
    expect(refusalOf(() => refuseNewCode(tiktok, now))).toMatchObject({
      status: 'PENDING',
      allowedActions: ['connections', 'delete'],
    });
  });
});
