import { keepLetters } from '../../db/desk/dead-letters.ts';
import { maxDeadLetters } from '../../schema/desk/operations.ts';
import type { JobCtx } from '../context.ts';
import { attemptsIn, queueOf } from '../platform/queue.ts';
import { jobIn, storable } from './rules.ts';

export interface DeadMessage {
  readonly id: string;
  readonly body: unknown;
}

/** Stores messages whose jobs failed at every attempt, each once. Only the newest ones are kept. */
export async function keepDeadLetters({ db, now }: JobCtx, messages: readonly DeadMessage[]): Promise<void> {
  const letters = messages.map(({ id, body }) => {
    const job = jobIn(body);
    const queue = job && queueOf(job);
    return {
      messageId: id,
      queue,
      kind: job?.kind ?? null,
      attempts: queue && attemptsIn(queue),
      body: storable(body),
      at: now(),
    };
  });
  await db.transaction(keepLetters(letters, maxDeadLetters));
}
