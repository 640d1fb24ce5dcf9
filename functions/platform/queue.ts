import type { Job } from '../../schema/shared/jobs.ts';
import { type Bindings, type Queue, type QueueName, queueNames } from '../env.ts';
import { log } from '../log.ts';

export type Enqueue = (jobs: readonly Job[], delaySeconds?: number) => Promise<void>;

/** Cloudflare Queues, limits: so many messages in one batch. */
const maxAtOnce = 100;

/** The queues of jobs; they come no sooner than `delaySeconds` from now, which Cloudflare takes up to 43,200. */
export const openQueue =
  (bindings: Pick<Bindings, QueueName>): Enqueue =>
  async (jobs, delaySeconds = 0) => {
    for (const name of queueNames) {
      const own = jobs.filter((job) => queueOf(job) === name);
      await sendAll(bindings[name], own, delaySeconds);
    }
  };

/**
 * The queue of a job. Whoever waits for somebody outside waits in a queue of its own, by whom that is: an endpoint that hangs
 * delays no mail, and a platform that hangs delays nobody's money.
 */
export function queueOf(job: Job): QueueName {
  if (job.kind === 'send-message') return job.channel === 'MAIL' ? 'MAILS' : 'MESSAGES';
  return asksPlatforms.has(job.kind) ? 'PLATFORMS' : 'JOBS';
}

const asksPlatforms: ReadonlySet<Job['kind']> = new Set([
  'refresh-views',
  'refresh-pictures',
  'measure-posts',
  'check-ownership',
]);

async function sendAll(queue: Queue | undefined, jobs: readonly Job[], delaySeconds: number): Promise<void> {
  for (let from = 0; from < jobs.length; from += maxAtOnce) {
    const messages = jobs.slice(from, from + maxAtOnce).map((body) => ({ body }));
    await queue?.sendBatch(messages, { delaySeconds });
  }
}

let promisedAt = 0;

/**
 * The outbox is read soon, at most once a second for each isolate. Whoever comes within that second is seen by a reading that
 * begins later: one that is on its way, or one that is asked for now for the end of the second. A failure is left to cron.
 */
export async function nudge(enqueue: Enqueue, now: number = Date.now()): Promise<void> {
  if (now < promisedAt) return;
  const isSoon = now < promisedAt + intervalMs;
  promisedAt = isSoon ? promisedAt + intervalMs : now;
  const promised = promisedAt;
  try {
    await enqueue([{ kind: 'read-outbox' }], isSoon ? 1 : 0);
  } catch (error) {
    if (promisedAt === promised) promisedAt = 0;
    log('error', 'outbox.not-nudged', { cause: String(error) });
  }
}

const intervalMs = 1_000;
