import type { AccountRecord } from '../../db/social-accounts/accounts.ts';
import type { SessionRecord } from '../../db/social-accounts/stats-sessions.ts';
import { invalid, invalidState, refuseOwn } from '../../schema/shared/errors.ts';
import type { SessionView } from '../../schema/social-accounts/stats.ts';
import { maxAudienceAgeDays } from '../../schema/social-accounts/stats-session-terms.ts';

type SessionStatus = SessionView['status'];

/**
 * The transitions of the recording session of an account: one that is not listed does not exist. After NONE, VERIFIED and REJECTED its owner
 * opens a new session.
 */
export const life: Readonly<Record<SessionStatus, Readonly<Partial<Record<SessionMove, SessionStatus>>>>> = {
  NONE: { open: 'OPEN' },
  // close: its account was given up.
  OPEN: { upload: 'UPLOADED', expire: 'NONE', close: 'NONE' },
  UPLOADED: { verify: 'VERIFIED', reject: 'REJECTED', close: 'NONE' },
  VERIFIED: { open: 'OPEN' },
  REJECTED: { open: 'OPEN' },
};
type RequestedMove = 'open' | 'upload' | 'verify' | 'reject';
export type SessionMove = RequestedMove | 'expire' | 'close';

/** By the last segments of the paths. */
const requests = {
  creator: [
    { move: 'open', name: 'stats-sessions' },
    { move: 'upload', name: 'uploads' },
  ],
  staff: [{ move: 'verify', name: 'decide' }],
} as const;

/** An OPEN session that ran out reads as NONE before the daily sweep stores that. */
export function sessionStatus(session: Pick<SessionRecord, 'status' | 'expiresAt'> | null, now: Date): SessionStatus {
  if (session === null) return 'NONE';
  return session.status === 'OPEN' && new Date(session.expiresAt) <= now ? 'NONE' : session.status;
}

/** Throws INVALID_STATE with the allowed actions of that side, unless the state allows the move. */
export function refuseMove(
  move: RequestedMove,
  session: Pick<SessionRecord, 'status' | 'expiresAt'> | null,
  now: Date,
): void {
  const status = sessionStatus(session, now);
  if (life[status][move] !== undefined) return;
  const isOfStaff = move === 'verify' || move === 'reject';
  const allowed = requests[isOfStaff ? 'staff' : 'creator'].filter(
    ({ move: other }) => life[status][other] !== undefined,
  );
  throw invalidState(
    status,
    allowed.map(({ name }) => name),
  );
}

/** Refuses staff who decide about their own account. */
export function refuseOwnReview({ ownerId }: Pick<AccountRecord, 'ownerId'>, reviewerId: number): void {
  refuseOwn(reviewerId, [ownerId], 'decide about their own social accounts');
}

const dayMs = 86_400_000;

/** Refuses statistics of the future, and outdated ones. */
export function refuseCaptureTime(capturedAt: Date, now: Date): void {
  if (capturedAt > now) throw invalid('audience.capturedAt', 'must not be in the future');
  if (now.getTime() - capturedAt.getTime() > maxAudienceAgeDays * dayMs)
    throw invalid('audience.capturedAt', `must not be older than ${maxAudienceAgeDays} days`);
}
