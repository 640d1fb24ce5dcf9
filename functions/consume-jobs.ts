import { openDb } from '../db/client.ts';
import { causeOf } from '../db/failures.ts';
import { type Job, job } from '../schema/shared/jobs.ts';
import type { JobCtx, JobResult } from './context.ts';
import type { Bindings } from './env.ts';
import { log } from './log.ts';
import { type Enqueue, openQueue } from './platform/queue.ts';
import { crons, jobs } from './schedule.ts';
import { settingsReader } from './settings/index.ts';

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

const settingsOf = settingsReader('jobs');

/** Enqueues the jobs of a cron trigger. The queue's consumer runs them, one message at a time. */
export async function enqueueDue(cron: string, bindings: Bindings): Promise<void> {
  const due = crons[cron];
  if (!due) throw new Error(`no jobs are known for the cron expression ${cron}`);
  await openQueue(bindings)(due);
}

/** Acknowledges each message by itself. A failed one is retried and ends in the dead-letter queue, which is logged. */
export async function consume(batch: Batch, bindings: Bindings): Promise<void> {
  const enqueue = openQueue(bindings);
  for (const message of batch.messages) {
    if (batch.queue.endsWith('-dead')) {
      logMessage('error', 'job.dead', message, {});
      message.ack();
      continue;
    }
    try {
      const parsed = job().parse(message.body);
      const result = await run(parsed, bindings, enqueue);
      if (result.isMore) await enqueue([parsed]);
      message.ack();
      logMessage('info', 'job.done', message, result);
    } catch (error) {
      logMessage('error', 'job.failed', message, causeOf(error));
      message.retry();
    }
  }
}

/** A message is acknowledged after the work that its job has deferred. */
async function run(parsed: Job, bindings: Bindings, enqueue: Enqueue): Promise<JobResult> {
  const settings = settingsOf(bindings);
  const at = new Date();
  const deferred: (Promise<unknown> | null)[] = [];
  const defer = (work: Promise<unknown> | null) => void deferred.push(work);
  try {
    return await verbOf(parsed)({ db: openDb(settings), settings, now: () => at, enqueue, defer }, parsed);
  } finally {
    await Promise.all(deferred);
  }
}

/** Safe: the table maps each kind to the verb for jobs of that kind. */
function verbOf({ kind }: Job): (ctx: JobCtx, parsed: Job) => Promise<JobResult> {
  return jobs[kind] as (ctx: JobCtx, parsed: Job) => Promise<JobResult>;
}

const logMessage = (level: 'info' | 'error', event: string, { id, body, attempts }: Message, more: object) =>
  log(level, event, { message: id, attempts, job: body, ...more });
