import { type Batch, consume, enqueueDue } from './consume-jobs.ts';
import type { Bindings } from './env.ts';

/** Cron triggers and queues. It has no address of its own. */
export default {
  scheduled: ({ cron }: { cron: string }, bindings: Bindings) => enqueueDue(cron, bindings),
  queue: (batch: Batch, bindings: Bindings) => consume(batch, bindings),
};
