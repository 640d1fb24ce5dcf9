import type { Batch } from '../../../../functions/consume-jobs.ts';
import type { Bindings } from '../../../../functions/env.ts';
import type { Execution } from '../../../../functions/http/request-context.ts';

export type { Batch, Execution };

/** Any of the edge functions, as it is built. */
declare const worker: {
  fetch?(request: Request, bindings: Bindings, execution: Execution): Response | Promise<Response>;
  scheduled?(event: { cron: string }, bindings: Bindings): Promise<void>;
  queue?(batch: Batch, bindings: Bindings): Promise<void>;
};
export default worker;
