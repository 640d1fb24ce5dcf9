import type { Outage } from '../../db/social-accounts/outages.ts';
import { type FailureKind, failureOfWhom } from '../../schema/social-accounts/failure-kinds.ts';
import { partyOf } from '../../schema/social-accounts/row-keys.ts';

/**
 * Whose failure it is. OWN: the rows back off. SHARED: it costs the rows nothing, and they are asked again after `retryMs`. The work at the
 * platform pauses for `pauseMs`: 0 only raises the alarm, and null does nothing. `isCounted`: it may be the first of several that all share.
 */
export type Blame =
  | { readonly of: 'OWN'; readonly isCounted: boolean }
  | { readonly of: 'SHARED'; readonly pauseMs: number | null; readonly retryMs: number };

/** The rows of a failed request. */
export interface FailedRows {
  /** Names them and their party, the same in each request. */
  readonly key: string;
  /** All had failures of their own before. */
  readonly areFailing: boolean;
}

const minuteMs = 60_000;
/** So soon a single failure is followed by another one, if the platform has failed. */
const forgottenMs = 60 * minuteMs;
const longestPauseMs = 15 * minuteMs;
/** Nobody mends a refused key within a minute. */
const shortestRefusedMs = 5 * minuteMs;
/** Rows that have met a failure of all are asked after the others, in case that it is their own. */
const shortestRetryMs = 5 * minuteMs;

/**
 * Whether a failure is of the rows that were asked for, or of all. A first failure is taken for one of all, and costs its rows nothing. If the
 * platform has answered this work since, others did not fail, and the next single failure within an hour is the rows' own. Failures of different
 * rows without an answer in between are of all, and pause the platform. While the same rows fail alone, the others are asked when they are due. An
 * account that is absent, or whose grant is refused, is the cause itself while only accounts of the same owner have failed before it. Rows with failures
 * of their own tell nothing about the others.
 */
export function blameOf(kind: FailureKind, outage: Outage | null, rows: FailedRows, now: Date): Blame {
  const whose = failureOfWhom[kind];
  if (whose === 'OWN') return { of: 'OWN', isCounted: false };
  const { failures: before = 0, failing = [] } = outage ?? {};
  if (whose === 'SHARED') return pausedFor(Math.max(shortestRefusedMs, pauseAfter(before + 1)));
  const isOther = (key: string) => (ofOwners.includes(kind) ? partyOf(key) !== partyOf(rows.key) : key !== rows.key);
  const areOthersFailing = before > 0 && failing.some(isOther);
  const areOthersAway = areOthersFailing && (failing.length > 1 || before > 1);
  if (rows.areFailing && !areOthersAway) return { of: 'OWN', isCounted: false };
  if (ofOwners.includes(kind) && before > 0 && !areOthersFailing) return { of: 'OWN', isCounted: false };
  const isRepeated = outage !== null && now.getTime() - new Date(outage.failedAt).getTime() < forgottenMs;
  if (before === 0 && isRepeated) return { of: 'OWN', isCounted: true };
  if (areOthersFailing) return pausedFor(pauseAfter(before + 1));
  const retryMs = Math.max(shortestRetryMs, pauseAfter(before + 1));
  return { of: 'SHARED', pauseMs: before === 0 ? null : 0, retryMs };
}

/** An owner can bring these about in any number of its own accounts. */
const ofOwners: readonly FailureKind[] = ['ABSENT', 'GRANT_REFUSED'];

const pausedFor = (pauseMs: number): Blame => ({ of: 'SHARED', pauseMs, retryMs: pauseMs + shortestRetryMs });

/** A minute after the second failure, doubling. */
const pauseAfter = (failures: number): number =>
  Math.min(longestPauseMs, minuteMs * 2 ** Math.min(10, Math.max(0, failures - 2)));
