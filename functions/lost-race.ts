import { Refusal } from '../schema/shared/errors.ts';

const patienceMs = 3_000;
const mostPauseMs = 60;

/**
 * A commit that lost a race (VERSION_CONFLICT, raised by the database, or a deadlock) is decided once more on what is true now:
 * it succeeds after all, or is refused for the real reason.
 */
export async function settleRace<T>(attempt: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Refusal && error.isLostRace)) throw error;
      // One that waited long for a lock is decided once more all the same.
      if (attempts > 1 && Date.now() - startedAt > patienceMs) throw error;
      // Those who lost together must not meet again together.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * mostPauseMs));
    }
  }
}
