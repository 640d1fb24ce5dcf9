import type { Outage } from '../../db/social-accounts/outages.ts';
import { type FailureKind, failureOfWhom } from '../../schema/social-accounts/failure-kinds.ts';

/** Whose failure it is. SHARED: `pauseMs` is how long the jobs of the platform pause; null while one failure does not show yet that others fail. */
export type Blame = { readonly of: 'OWN' } | { readonly of: 'SHARED'; readonly pauseMs: number | null };

const minuteMs = 60_000;
/** So soon a single failure is followed by another one, if the platform has failed. */
const forgottenMs = 60 * minuteMs;
const longestPauseMs = 15 * minuteMs;
/** Nobody mends a refused key within a minute. */
const shortestRefusedMs = 5 * minuteMs;

/**
 * Whether a failure is of the rows that were asked for, or of all. A first failure is taken for one of all, and costs its rows nothing. If the
 * platform has answered since, others did not fail, and the next single failure within an hour is the rows' own. Failures without an answer in
 * between are of all.
 */
export function blameOf(kind: FailureKind, outage: Outage | null, now: Date): Blame {
  const whose = failureOfWhom[kind];
  if (whose === 'OWN') return { of: 'OWN' };
  const before = outage?.failures ?? 0;
  if (whose === 'SHARED') return { of: 'SHARED', pauseMs: Math.max(shortestRefusedMs, pauseOf(before + 1)) };
  const isRepeated = outage !== null && now.getTime() - new Date(outage.failedAt).getTime() < forgottenMs;
  if (before === 0) return isRepeated ? { of: 'OWN' } : { of: 'SHARED', pauseMs: null };
  return { of: 'SHARED', pauseMs: pauseOf(before + 1) };
}

/** A minute after the second failure, doubling. */
const pauseOf = (failures: number): number =>
  Math.min(longestPauseMs, minuteMs * 2 ** Math.min(10, Math.max(0, failures - 2)));
