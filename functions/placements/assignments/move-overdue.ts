import { causeOf } from '../../../db/failures.ts';
import { type AssignmentRecord, anyAssignment } from '../../../db/placements/assignments.ts';
import { type Overdue, overdueAssignments, postponeAssignment } from '../../../db/placements/overdue-assignments.ts';
import { stillRunning } from '../../../db/placements/stopped-assignments.ts';
import { facts } from '../../../db/query.ts';
import { isUnavailable } from '../../../schema/shared/errors.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { log } from '../../log.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { clockOf } from './clock.ts';
import { moveFor } from './rules.ts';
import { transition } from './transition.ts';

const batch = 50;
const maxBatches = 10;
/** After this many consecutive failures to reach Postgres the job fails, and the queue retries it. */
const maxUnavailable = 3;
/** How long the job skips an assignment that failed. */
const postponeMs = 15 * 60_000;

/** Expires work that was not accepted in time and refunds the advertiser. */
export const expireUnaccepted = (ctx: JobCtx): Promise<JobResult> => moveOverdue(ctx, 'expire');

/** Approves work that was not answered in time and pays the creator. */
export const approveUnanswered = (ctx: JobCtx): Promise<JobResult> => moveOverdue(ctx, 'approve');

/** Moves the overdue assignments of a batch. A failure of one is a defect: it is logged, and the others are still moved. */
async function moveOverdue(ctx: JobCtx, step: 'expire' | 'approve'): Promise<JobResult> {
  const failures: unknown[] = [];
  let moved = 0;
  let after: Overdue | null = null;
  let isMore = true;
  for (let round = 0; isMore && round < maxBatches; round++) {
    const due: Overdue[] = await ctx.db.read(overdueAssignments(step, ctx.now(), { after, limit: batch }));
    for (const { id } of due)
      await moveOne(ctx, id, step).then(
        (isMoved) => {
          moved += isMoved ? 1 : 0;
        },
        (error: unknown) => {
          failures.push(error);
          if (failures.length >= maxUnavailable && failures.slice(-maxUnavailable).every(isUnavailable)) throw error;
        },
      );
    after = due.at(-1) ?? null;
    isMore = due.length === batch;
  }
  if (moved > 0) await ctx.enqueue([{ kind: 'read-outbox' }]);
  if (failures.length > 0) throw failures[0];
  return { done: moved, isMore: isMore && moved > 0 };
}

/** Returns false when a party or another run of this job was faster. */
async function moveOne(ctx: JobCtx, id: number, step: 'expire' | 'approve'): Promise<boolean> {
  try {
    return await retryOnConflict(async () => {
      const { assignment } = await facts(ctx.db, { assignment: anyAssignment(id) });
      if (!assignment || !isOverdue(assignment, step, ctx.now())) return false;
      const clock = clockOf(ctx);
      const move = moveFor(step, assignment, 'SYSTEM', clock);
      const data = step === 'approve' ? { auto: true } : {};
      await ctx.db.transaction(
        transition(assignment, move, clock, { data, statements: [stillRunning(assignment)] }).statements,
      );
      return true;
    });
  } catch (error) {
    if (!isUnavailable(error)) await postpone(ctx, id, error);
    throw error;
  }
}

/** An unexpected failure: logs it for operators and postpones the assignment, so that staff sees it and the others continue. */
async function postpone(ctx: JobCtx, id: number, error: unknown): Promise<void> {
  const why = causeOf(error);
  log('error', 'assignment.postponed', { assignmentId: id, ...why });
  await ctx.db.read(postponeAssignment(id, new Date(ctx.now().getTime() + postponeMs), why.detail ?? why.cause));
}

/** Decides on the current state: the batch was read some time ago. */
function isOverdue(assignment: AssignmentRecord, step: 'expire' | 'approve', now: Date): boolean {
  const { status, acceptBy, approveBy, isStopped } = assignment;
  if (isStopped) return false;
  if (step === 'expire') return status === 'PENDING' && new Date(acceptBy) <= now;
  return status === 'SUBMITTED' && approveBy !== null && new Date(approveBy) <= now;
}
