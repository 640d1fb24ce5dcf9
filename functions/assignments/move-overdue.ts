import { sql } from 'drizzle-orm/sql/sql';
import { anyAssignment, overdueAssignments } from '../../db/assignments.ts';
import { row } from '../../db/client.ts';
import type { AssignmentRecord } from '../../schema/assignment-records.ts';
import { Refusal } from '../../schema/errors.ts';
import type { JobCtx } from '../context.ts';
import { settleRace } from '../lost-race.ts';
import { clockOf } from './clock.ts';
import { moveFor } from './rules.ts';
import { transition } from './transition.ts';

const batch = 50;

/** Work that nobody accepted in time has expired, and the advertiser has its funds back; true when there may be more. */
export const expireUnaccepted = (ctx: JobCtx): Promise<boolean> => moveOverdue(ctx, 'expire');

/** Work that nobody approved in time is approved, and the creator is paid; true when there may be more. */
export const approveUnanswered = (ctx: JobCtx): Promise<boolean> => moveOverdue(ctx, 'approve');

async function moveOverdue(ctx: JobCtx, step: 'expire' | 'approve'): Promise<boolean> {
  const due = await ctx.db.rows<{ id: number }>(overdueAssignments(step, ctx.now(), batch));
  const failures: unknown[] = [];
  for (const { id } of due)
    await moveOne(ctx, id, step).catch((error: unknown) => {
      if (error instanceof Refusal) throw error;
      failures.push(error);
    });
  if (due.length > 0) await ctx.enqueue([{ kind: 'read-outbox' }]);
  // What one assignment fails by is a defect, and told as one; the others do not wait for it.
  if (failures.length > 0) throw failures[0];
  return due.length === batch;
}

/** Whoever was faster, a party or another run of this job, has settled it: there is nothing left to do. */
async function moveOne(ctx: JobCtx, id: number, step: 'expire' | 'approve'): Promise<void> {
  try {
    await settleRace(async () => {
      const { assignment } = await row<{ assignment: AssignmentRecord | null }>(
        ctx.db,
        sql`select ${anyAssignment(id)} as assignment`,
      );
      if (!assignment || !isOverdue(assignment, step, ctx.now())) return;
      const clock = clockOf(ctx);
      const move = moveFor(step, assignment, 'SYSTEM', clock);
      const data = step === 'approve' ? { auto: true } : {};
      await ctx.db.transaction(transition(assignment, move, clock, { data }).statements);
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'SERVICE_UNAVAILABLE') throw error;
  }
}

/** Asked again of what is true now: a batch was read some time ago. */
function isOverdue({ status, acceptBy, approveBy }: AssignmentRecord, step: 'expire' | 'approve', now: Date): boolean {
  if (step === 'expire') return status === 'PENDING' && new Date(acceptBy) <= now;
  return status === 'SUBMITTED' && approveBy !== null && new Date(approveBy) <= now;
}
