import { letterWith, markRequeued, unmarkRequeued } from '../../db/desk/dead-letters.ts';
import { factsOf } from '../../db/query.ts';
import type { DeadLetterView } from '../../schema/desk/operations.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import type { Job } from '../../schema/shared/jobs.ts';
import type { Ctx } from '../context.ts';
import { mutate } from '../mutate.ts';
import { jobToRequeue } from './rules.ts';
import { viewLetter } from './view.ts';

/** Queues a failed job again, once. If the queue does not take it, the letter is as it was. */
export async function requeueDeadLetter(ctx: Ctx, { id }: { id: number }): Promise<{ data: DeadLetterView }> {
  const jobs: Job[] = [];
  const answer = await mutate(ctx, {
    facts: factsOf({ letter: letterWith(id) }),
    visible: ({ letter }) => letter,
    decide(letter) {
      const job = jobToRequeue(letter);
      const now = ctx.now();
      const { userId } = ctx.actor;
      jobs.splice(0, jobs.length, job);
      return {
        statements: [markRequeued(id, userId, now)],
        answer: { data: viewLetter({ ...letter, requeuedAt: now.toISOString(), requeuedBy: userId }) },
      };
    },
  });
  try {
    await ctx.enqueue(jobs);
  } catch (error) {
    await ctx.db.transaction([unmarkRequeued(id)]);
    const refusal = new Refusal('SERVICE_UNAVAILABLE', 'The queue did not take the job. Try again later.');
    refusal.cause = error;
    throw refusal;
  }
  return answer;
}
