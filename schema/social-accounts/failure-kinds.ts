/**
 * Why a platform gave no answer. SILENT: it is away, slow, its answer is malformed, or it does not say whom it refuses. REFUSED: it refuses the
 * application. LIMITED: it refused for too many requests. OVER_BUDGET: our own budget of the day, or the window, is spent, or the work is paused,
 * and nothing was requested. NOT_GRANTED: it says that the account has not granted this, or the grant has ended. GRANT_REFUSED: it refused the token of an
 * account, or does not tell a bad token from a missing permission. DECLINED: it refused this request alone. ABSENT: it does not show an account that it has shown before.
 */
export type FailureKind =
  | 'SILENT'
  | 'REFUSED'
  | 'LIMITED'
  | 'OVER_BUDGET'
  | 'NOT_GRANTED'
  | 'GRANT_REFUSED'
  | 'DECLINED'
  | 'ABSENT';

/**
 * Whose failure it is. OWN: of the account or post that was asked for. SHARED: of all. UNCLEAR: of all, unless the platform answers for others at the
 * same time.
 */
export const failureOfWhom: Readonly<Record<FailureKind, 'OWN' | 'SHARED' | 'UNCLEAR'>> = {
  SILENT: 'UNCLEAR',
  REFUSED: 'SHARED',
  LIMITED: 'SHARED',
  OVER_BUDGET: 'SHARED',
  NOT_GRANTED: 'OWN',
  GRANT_REFUSED: 'UNCLEAR',
  DECLINED: 'OWN',
  ABSENT: 'UNCLEAR',
};
