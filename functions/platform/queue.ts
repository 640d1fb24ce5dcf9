import type { Job } from '../../schema/shared/jobs.ts';
import { type Bindings, type Queue, type QueueName, queueNames } from '../env.ts';
import { log } from '../log.ts';

type Producers = Pick<Bindings, QueueName>;
export type Enqueue = (jobs: readonly Job[], delaySeconds?: number) => Promise<void>;

/** The limit of Cloudflare Queues for messages in a batch. */
const maxAtOnce = 100;

/** Sends jobs to their queues, with a delay of at most 43,200 seconds (Cloudflare's limit). */
export const openQueue =
  (bindings: Producers): Enqueue =>
  async (jobs, delaySeconds = 0) => {
    for (const name of queueNames) {
      const own = jobs.filter((job) => queueOf(job) === name);
      if (own.length === 0) continue;
      const { [name]: queue } = bindings;
      // Each edge function has the producers that it needs: a job for another queue must not be lost silently.
      if (queue === undefined) throw new Error(`The binding ${name} is missing: see scripts/deploy/functions.ts.`);
      await sendAll(queue, own, delaySeconds);
    }
  };

/**
 * The queue of a job. Jobs that wait for third parties have queues by kind of party: an endpoint that hangs delays no email, and a platform
 * that hangs delays no payment. Clicks, opened reports and visits have their own, because there may be thousands a second.
 */
export function queueOf(job: Job): QueueName {
  if (job.kind === 'send-message') return job.channel === 'MAIL' ? 'MAILS' : 'MESSAGES';
  if (countedJobs.has(job.kind)) return 'CLICKS';
  return callsPlatforms.has(job.kind) ? 'PLATFORMS' : 'JOBS';
}

/** How often a queue delivers a message before it is dead, as wrangler.toml says: once, and its retries. */
export const attemptsIn = (queue: QueueName): number => (queue === 'CLICKS' ? 101 : 6);

const countedJobs: ReadonlySet<Job['kind']> = new Set(['count-click', 'count-report-open', 'count-page-visits']);

const callsPlatforms: ReadonlySet<Job['kind']> = new Set([
  'measure-channels',
  'measure-posts',
  'read-audiences',
  'refresh-pictures',
  'list-factory-posts',
  'scan-factory-posts',
  'store-factory-pictures',
  'check-ownership',
  'check-accounts',
  'renew-connections',
]);

async function sendAll(queue: Queue, jobs: readonly Job[], delaySeconds: number): Promise<void> {
  for (let from = 0; from < jobs.length; from += maxAtOnce) {
    const messages = jobs.slice(from, from + maxAtOnce).map((body) => ({ body }));
    await queue.sendBatch(messages, { delaySeconds });
  }
}

/** When the last queued read of the outbox starts. An isolate has the same bindings for all requests. */
const promises = new WeakMap<Producers, number>();

/**
 * Queues a read of the outbox, at most once a second per isolate. A call within that second is covered by a read that starts later: one
 * that is already queued, or one queued now for the end of the second. After a failure cron reads the outbox. Null if a read is queued
 * already.
 */
export function nudge(bindings: Producers, now: number = Date.now()): Promise<void> | null {
  const promisedAt = promises.get(bindings) ?? 0;
  if (now < promisedAt) return null;
  const isSoon = now < promisedAt + intervalMs;
  const promised = isSoon ? promisedAt + intervalMs : now;
  promises.set(bindings, promised);
  return queueRead(bindings, promised, isSoon ? 1 : 0);
}

async function queueRead(bindings: Producers, promised: number, delaySeconds: number): Promise<void> {
  try {
    await openQueue(bindings)([{ kind: 'read-outbox' }], delaySeconds);
  } catch (error) {
    if (promises.get(bindings) === promised) promises.delete(bindings);
    log('error', 'outbox.not-queued', { cause: String(error) });
  }
}

const intervalMs = 1_000;
