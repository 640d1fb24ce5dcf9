import { tellDeadlines as statement } from '../../db/assignments.ts';
import { row } from '../../db/client.ts';
import type { JobCtx } from '../context.ts';
import { hoursAfter } from './rules.ts';

const batch = 100;

/**
 * The history says that a deadline is near, or that it was missed: once for each deadline, and anew when it was moved. True when
 * there may be more.
 */
export async function tellDeadlines({ db, now, settings, enqueue }: JobCtx): Promise<boolean> {
  const missed = await row<Told>(db, statement('deadline.missed', now(), now(), batch));
  const until = hoursAfter(now(), settings.REMINDER_HOURS);
  const near = await row<Told>(db, statement('deadline.reminder', until, now(), batch));
  if (missed.told + near.told > 0) await enqueue([{ kind: 'read-outbox' }]);
  return missed.told === batch || near.told === batch;
}

interface Told {
  readonly told: number;
}
