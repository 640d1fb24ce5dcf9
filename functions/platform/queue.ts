import type { Job } from '../../schema/jobs.ts';
import type { Bindings } from '../env.ts';

export type Enqueue = (jobs: readonly Job[], delaySeconds?: number) => Promise<void>;

/** Cloudflare Queues, limits: so many messages in one batch. */
const mostAtOnce = 100;

/** The queue of jobs; they come no sooner than `delaySeconds` from now, which Cloudflare takes up to 43,200. */
export const openQueue =
  ({ JOBS }: Pick<Bindings, 'JOBS'>): Enqueue =>
  async (jobs, delaySeconds = 0) => {
    for (let from = 0; from < jobs.length; from += mostAtOnce) {
      const messages = jobs.slice(from, from + mostAtOnce).map((body) => ({ body }));
      await JOBS?.sendBatch(messages, { delaySeconds });
    }
  };
