import { type Deadlines, recordDeadlines, unrecordedDeadlines } from '../../../db/placements/deadlines.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { hoursAfter } from './rules.ts';

const batch = 100;

/**
 * Records an event for each deadline that is near and for each that was missed, once per deadline. A changed deadline gets its events
 * again.
 */
export async function recordDeadlineEvents(ctx: JobCtx): Promise<JobResult> {
  const at = ctx.now();
  const missed = await recordKind(ctx, { kind: 'deadline.missed', until: at, at });
  const near = await recordKind(ctx, {
    kind: 'deadline.reminder',
    until: hoursAfter(at, ctx.settings.REMINDER_HOURS),
    at,
  });
  if (missed + near > 0) await ctx.enqueue([{ kind: 'read-outbox' }]);
  return { done: missed + near, isMore: missed === batch || near === batch };
}

async function recordKind({ db }: JobCtx, deadlines: Deadlines): Promise<number> {
  const due = await db.read(unrecordedDeadlines(deadlines, batch));
  if (due.length > 0)
    await db.transaction(
      recordDeadlines(
        deadlines,
        due.map(({ id }) => id),
      ),
    );
  return due.length;
}
