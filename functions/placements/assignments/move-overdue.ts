import { causeOf } from '../../../db/failures.ts';
import { type AssignmentRecord, anyAssignment } from '../../../db/placements/assignments.ts';
import { type Overdue, overdueAssignments, setAside } from '../../../db/placements/overdue-assignments.ts';
import { stillRunning } from '../../../db/placements/stopped-assignments.ts';
import { facts } from '../../../db/query.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { log } from '../../log.ts';
import { settleRace } from '../../lost-race.ts';
import { clockOf } from './clock.ts';
import { moveFor } from './rules.ts';
import { transition } from './transition.ts';

const batch = 50;
const mostBatches = 10;
/** So many in a row that cannot be moved for want of the database: it is down, and the queue asks again. */
const mostUnavailable = 3;
/** How long one that could not be moved is left alone. */
const restMs = 15 * 60_000;

/** Work that nobody accepted in time has expired, and the advertiser has its funds back. */
export const expireUnaccepted = (ctx: JobCtx): Promise<JobResult> => moveOverdue(ctx, 'expire');

/** Work that nobody approved in time is approved, and the creator is paid. */
export const approveUnanswered = (ctx: JobCtx): Promise<JobResult> => moveOverdue(ctx, 'approve');

/** What one assignment fails by is a defect, and told as one; those after it do not wait for it, nor do those of a later batch. */
async function moveOverdue(ctx: JobCtx, step: 'expire' | 'approve'): Promise<JobResult> {
  const failures: unknown[] = [];
  let moved = 0;
  let after: Overdue | null = null;
  let isMore = true;
  for (let round = 0; isMore && round < mostBatches; round++) {
    const due: Overdue[] = await ctx.db.read(overdueAssignments(step, ctx.now(), { after, most: batch }));
    for (const { id } of due)
      await moveOne(ctx, id, step).then(
        (isMoved) => {
          moved += isMoved ? 1 : 0;
        },
        (error: unknown) => {
          failures.push(error);
          if (failures.length >= mostUnavailable && failures.slice(-mostUnavailable).every(isUnavailable)) throw error;
        },
      );
    after = due.at(-1) ?? null;
    isMore = due.length === batch;
  }
  if (moved > 0) await ctx.enqueue([{ kind: 'read-outbox' }]);
  if (failures.length > 0) throw failures[0];
  return { done: moved, isMore: isMore && moved > 0 };
}

const isUnavailable = (error: unknown): boolean => error instanceof Refusal && error.code === 'SERVICE_UNAVAILABLE';

/** False when whoever was faster, a party or another run of this job, has settled it: there is nothing left to do. */
async function moveOne(ctx: JobCtx, id: number, step: 'expire' | 'approve'): Promise<boolean> {
  try {
    return await settleRace(async () => {
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
    if (!isUnavailable(error)) await leaveAlone(ctx, id, error);
    throw error;
  }
}

/** Nobody expected that: staff and operators hear of it, and the others go on. */
async function leaveAlone(ctx: JobCtx, id: number, error: unknown): Promise<void> {
  const why = causeOf(error);
  log('error', 'assignment.set-aside', { assignmentId: id, ...why });
  await ctx.db.read(setAside(id, new Date(ctx.now().getTime() + restMs), why.detail ?? why.cause));
}

/** Asked again of what is true now: a batch was read some time ago. */
function isOverdue(assignment: AssignmentRecord, step: 'expire' | 'approve', now: Date): boolean {
  const { status, acceptBy, approveBy, isStopped } = assignment;
  if (isStopped) return false;
  if (step === 'expire') return status === 'PENDING' && new Date(acceptBy) <= now;
  return status === 'SUBMITTED' && approveBy !== null && new Date(approveBy) <= now;
}
