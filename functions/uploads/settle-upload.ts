import { Refusal } from '../../schema/shared/errors.ts';

/**
 * Decides anew what lost a race, and what another request was deciding, for a few seconds: small files are done by then.
 * After that the caller is told to come again.
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

// Each attempt asks the database twice.
const pausesMs: readonly number[] = [50, 100, 200, 400, 800, 1_000, 1_000, 1_000];

/** Another request has the file to itself. */
export class BeingChecked extends Refusal {
  constructor() {
    super('IDEMPOTENCY_IN_PROGRESS', 'Another request is having this file checked.', { retryAfterSeconds: 5 });
  }
}
