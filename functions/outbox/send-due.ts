import { dueMessages } from '../../db/messages.ts';
import type { JobCtx } from '../context.ts';
import { graceSeconds, secondsAfter, sendingOf } from './rules.ts';

const most = 1_000;

/**
 * Messages that are due and that no message of the queue stands for, as far as one can tell, are in the queue again. Whoever
 * comes second finds nothing to do. Never more: what was enqueued is due until it is sent.
 */
export async function sendDue({ db, now, enqueue }: JobCtx): Promise<boolean> {
  const due = await dueMessages(db, secondsAfter(now(), -graceSeconds), most);
  await enqueue(due.map(sendingOf));
  return false;
}
