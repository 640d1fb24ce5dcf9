import { leaveDue, takeDue } from '../../db/messages.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { graceSeconds, queuedSeconds, secondsAfter, sendingOf } from './rules.ts';

const most = 1_000;

/**
 * Messages that are due and that no message of the queue stands for, as far as one can tell, are in the queue, the oldest first.
 * However long it takes to work the queue off, none is put there again for a good while.
 */
export async function sendDue({ db, now, enqueue }: JobCtx): Promise<JobResult> {
  const [since, until] = [secondsAfter(now(), -graceSeconds), secondsAfter(now(), queuedSeconds)];
  const due = await takeDue(db, { since, until, most });
  try {
    await enqueue(due.map(sendingOf));
  } catch (error) {
    await db.rows(leaveDue(due.map(({ id }) => id)));
    throw error;
  }
  return { done: due.length, isMore: due.length === most };
}
