import { giveBackDue, takeDue } from '../../../db/notifications/messages.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { graceSeconds, queuedSeconds, secondsAfter, sendingOf } from './rules.ts';

const most = 1_000;

/** Queues the messages that are due and not queued, the oldest first. None is queued again before `queuedSeconds` have passed. */
export async function sendDue({ db, now, enqueue }: JobCtx): Promise<JobResult> {
  const [since, until] = [secondsAfter(now(), -graceSeconds), secondsAfter(now(), queuedSeconds)];
  const due = await takeDue(db, { since, until, most });
  try {
    await enqueue(due.map(sendingOf));
  } catch (error) {
    await db.transaction([giveBackDue(due.map(({ id }) => id))]);
    throw error;
  }
  return { done: due.length, isMore: due.length === most };
}
