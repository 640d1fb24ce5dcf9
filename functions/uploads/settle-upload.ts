import { Refusal } from '../../schema/shared/errors.ts';

/**
 * Retries after a conflict, and while another request checks the file, for a few seconds: enough for small files. Then the caller gets an
 * error with Retry-After.
 */
export async function settleUpload<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  for (const pauseMs of pausesMs) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Refusal && (error.isConflict || error instanceof BeingChecked))) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return attempt();
}

// Each attempt makes one database query.
const pausesMs: readonly number[] = [50, 100, 200, 400, 800, 1_000, 1_000, 1_000];

/** Another request has the lease of the file. */
export class BeingChecked extends Refusal {
  constructor() {
    super('IDEMPOTENCY_IN_PROGRESS', 'Another request is having this file checked.', { retryAfterSeconds: 5 });
  }
}
