import type { Job } from '../../schema/jobs.ts';
import type { Bindings, Queue } from '../env.ts';

export type Enqueue = (jobs: readonly Job[], delaySeconds?: number) => Promise<void>;

/** Cloudflare Queues, limits: so many messages in one batch. */
const mostAtOnce = 100;

/**
 * The queues of jobs; they come no sooner than `delaySeconds` from now, which Cloudflare takes up to 43,200. What calls
 * strangers has a queue of its own: however slowly they answer, nobody's money waits behind them.
 */
export const openQueue =
  ({ JOBS, MESSAGES }: Pick<Bindings, 'JOBS' | 'MESSAGES'>): Enqueue =>
  async (jobs, delaySeconds = 0) => {
    const [messages, others] = [jobs.filter(isMessage), jobs.filter((job) => !isMessage(job))];
    await sendAll(MESSAGES, messages, delaySeconds);
    await sendAll(JOBS, others, delaySeconds);
  };

const isMessage = ({ kind }: Job): boolean => kind === 'send-message';

async function sendAll(queue: Queue | undefined, jobs: readonly Job[], delaySeconds: number): Promise<void> {
  for (let from = 0; from < jobs.length; from += mostAtOnce) {
    const messages = jobs.slice(from, from + mostAtOnce).map((body) => ({ body }));
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
    console.error(JSON.stringify({ level: 'error', event: 'outbox.not-nudged', cause: String(error) }));
  }
}

const intervalMs = 1_000;
