import { causeOf, Unreachable } from '../../../db/failures.ts';
import {
  type Overdue,
  type OverduePage,
  type OverdueStep,
  overdueAssignments,
  postponeAssignment,
} from '../../../db/placements/overdue-assignments.ts';
import { stillRunning } from '../../../db/placements/stopped-assignments.ts';
import { waitAtMost } from '../../../db/query.ts';
import { isUnavailable, Refusal } from '../../../schema/shared/errors.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { log } from '../../log.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { clockOf } from './clock.ts';
import { moveFor } from './rules.ts';
import { transitions } from './transition.ts';

const readAtOnce = 1_000;
/** The assignments of one commit. A set takes two seconds at most, and parties of its assignments wait for its locks. */
const movedAtOnce = 500;
/** A commit waits this long for a lock, because parties wait for the locks that it has. The next run tries again. */
const lockWaitMs = 250;
/** When Postgres has failed for this long, for one assignment after the other, the job fails, and the queue retries it. */
const maxOutageMs = 20_000;
/** How long the job skips an assignment that failed. */
const postponeMs = 15 * 60_000;

/** Expires work that was not accepted in time and refunds the advertiser. */
export const expireUnaccepted = (ctx: JobCtx): Promise<JobResult> => moveOverdue(ctx, 'expire');

/** Approves work that was not answered in time and pays the creator. */
export const approveUnanswered = (ctx: JobCtx): Promise<JobResult> => moveOverdue(ctx, 'approve');

/** What a run has done so far. */
interface Run {
  readonly ctx: JobCtx;
  readonly step: OverdueStep;
  moved: number;
  /** When Postgres began to fail; null after a success. */
  failingSince: number | null;
  readonly failures: unknown[];
}

/** Moves overdue assignments in sets. A failure of one is a defect: it is logged, and the others are still moved. */
async function moveOverdue(ctx: JobCtx, step: OverdueStep): Promise<JobResult> {
  const run: Run = { ctx, step, moved: 0, failingSince: null, failures: [] };
  const due = await read(run, { limit: readAtOnce });
  try {
    for (let from = 0; from < due.length; from += movedAtOnce) await moveSet(run, due.slice(from, from + movedAtOnce));
  } finally {
    if (run.moved > 0) await ctx.enqueue([{ kind: 'read-outbox' }]);
  }
  if (run.failures.length > 0) throw run.failures[0];
  return { done: run.moved, isMore: due.length === readAtOnce && run.moved > 0 };
}

/**
 * Moves a set in one commit, or else its halves. Assignments that others have moved since leave the set. One that cannot be moved is
 * postponed.
 */
async function moveSet(run: Run, set: readonly Overdue[]): Promise<void> {
  if (set.length === 1) return moveOne(run, set);
  try {
    await commitSet(run, set);
    run.moved += set.length;
  } catch (error) {
    if (error instanceof Unreachable) throw error;
    const left = isConflict(error) ? await read(run, { limit: set.length, among: idsOf(set) }) : set;
    const half = left.length < set.length ? left.length : Math.ceil(set.length / 2);
    for (const part of [left.slice(0, half), left.slice(half)]) if (part.length > 0) await moveSet(run, part);
  }
}

async function moveOne(run: Run, set: readonly Overdue[]): Promise<void> {
  const among = idsOf(set);
  const startedAt = Date.now();
  try {
    await retryOnConflict(async () => {
      const due = await read(run, { limit: 1, among });
      // Otherwise a party or another run of this job was faster.
      if (due.length > 0) await commitSet(run, due);
      run.moved += due.length;
    });
    run.failingSince = null;
  } catch (error) {
    run.failures.push(error);
    run.failingSince = isUnavailable(error) ? (run.failingSince ?? startedAt) : null;
    if (run.failingSince === null) await postpone(run, among, error);
    else if (Date.now() - run.failingSince > maxOutageMs) throw error;
  }
}

async function commitSet({ ctx, step }: Run, set: readonly Overdue[]): Promise<void> {
  const clock = clockOf(ctx);
  const data = step === 'approve' ? { auto: true } : {};
  const planned = set.map((before) => ({ before, move: moveFor(step, before, 'SYSTEM', clock), change: { data } }));
  await ctx.db.transaction([waitAtMost(lockWaitMs), ...transitions(planned, clock, [stillRunning(set)])]);
}

const idsOf = (set: readonly Overdue[]): number[] => set.map(({ id }) => id);

const read = async ({ ctx, step }: Run, page: OverduePage): Promise<Overdue[]> =>
  (await ctx.db.read(overdueAssignments(step, ctx.now(), page))).map(({ assignment }) => assignment);

const isConflict = (error: unknown): boolean => error instanceof Refusal && error.isConflict;

/** An unexpected failure: logs it for operators and postpones the assignment, so that staff sees it and the others continue. */
async function postpone({ ctx }: Run, ids: readonly number[], error: unknown): Promise<void> {
  const why = causeOf(error);
  const until = new Date(ctx.now().getTime() + postponeMs);
  for (const id of ids) {
    log('error', 'assignment.postponed', { assignmentId: id, ...why });
    await ctx.db.read(postponeAssignment(id, until, why.detail ?? why.cause));
  }
}
