import { leaseDueMessages, releaseMessages } from '../../../db/notifications/messages.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { graceSeconds, queuedSeconds, secondsAfter, sendingOf } from './rules.ts';

const limit = 1_000;

/** Queues the messages that are due and not queued, oldest first. None is queued again before `queuedSeconds` have passed. */
export async function sendDue({ db, now, enqueue }: JobCtx): Promise<JobResult> {
  const lease = { at: secondsAfter(now(), -graceSeconds), leasedUntil: secondsAfter(now(), queuedSeconds), limit };
  const due = await leaseDueMessages(db, lease);
  try {
    await enqueue(due.map(sendingOf));
  } catch (error) {
    await releaseMessages(db, due, lease);
    throw error;
  }
  return { done: due.length, isMore: due.length === limit };
}
