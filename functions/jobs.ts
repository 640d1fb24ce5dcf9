import { type Batch, consume, enqueueDue } from './consume-jobs.ts';
import type { Bindings } from './env.ts';

/** The edge function for cron triggers and queues. It has no public address. */
export default {
  scheduled: ({ cron }: { cron: string }, bindings: Bindings) => enqueueDue(cron, bindings),
  queue: (batch: Batch, bindings: Bindings) => consume(batch, bindings),
};
