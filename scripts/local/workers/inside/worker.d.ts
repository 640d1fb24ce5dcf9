import type { Batch } from '../../../../functions/consume-jobs.ts';
import type { Bindings } from '../../../../functions/env.ts';
import type { Execution } from '../../../../functions/http/request-context.ts';

export type { Batch, Execution };

export interface Worker {
  fetch?(request: Request, bindings: Bindings, execution: Execution): Response | Promise<Response>;
  scheduled?(event: { cron: string }, bindings: Bindings): Promise<void>;
  queue?(batch: Batch, bindings: Bindings): Promise<void>;
}

/** Any of the edge functions, as it is built. */
declare const worker: Worker;
export default worker;
