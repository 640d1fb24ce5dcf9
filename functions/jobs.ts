import { openDb } from '../db/client.ts';
import { type Job, job } from '../schema/jobs.ts';
import type { JobCtx } from './context.ts';
import { type Bindings, settingsOf } from './env.ts';
import { crons, jobs } from './schedule.ts';

export interface Message {
  readonly id: string;
  readonly body: unknown;
  readonly attempts: number;
  ack(): void;
  retry(): void;
}

export interface Batch {
  readonly queue: string;
  readonly messages: readonly Message[];
}

/** A cron trigger enqueues; what is to be done is done by the queue's consumer, one message at a time. */
export async function enqueueDue(cron: string, bindings: Bindings): Promise<void> {
  const due = crons[cron];
  if (!due) throw new Error(`no jobs are known for the cron expression ${cron}`);
  if (due.length > 0) await bindings.JOBS?.sendBatch(due.map((body) => ({ body })));
}

/** Each message is acknowledged by itself; one that fails comes again, and ends in the dead-letter queue, which is logged. */
export async function consume(batch: Batch, bindings: Bindings): Promise<void> {
  for (const message of batch.messages) {
    if (batch.queue.endsWith('-dead')) {
      log('error', 'job.dead', message, {});
      message.ack();
      continue;
    }
    try {
      const isMore = await run(job().parse(message.body), bindings);
      if (isMore) await bindings.JOBS?.send(message.body);
      message.ack();
      log('info', 'job.done', message, { isMore });
    } catch (error) {
      log('error', 'job.failed', message, { cause: String(error) });
      message.retry();
    }
  }
}

function run({ kind }: Job, bindings: Bindings): Promise<boolean> {
  const settings = settingsOf(bindings);
  const at = new Date();
  const ctx: JobCtx = { db: openDb(settings), settings, now: () => at };
  return jobs[kind](ctx);
}

const log = (level: 'info' | 'error', event: string, { id, body, attempts }: Message, more: object) =>
  console.log(JSON.stringify({ level, event, message: id, attempts, job: body, ...more }));
