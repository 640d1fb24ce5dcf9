import { Refusal } from '../schema/errors.ts';

const patienceMs = 3_000;
const mostPauseMs = 60;

/**
 * A commit that lost a race (VERSION_CONFLICT, raised by the database) is decided once more on what is true now: it
 * succeeds after all, or is refused for the real reason.
 */
export async function settleRace<T>(attempt: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Refusal && error.isLostRace) || Date.now() - startedAt > patienceMs) throw error;
      // Those who lost together must not meet again together.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * mostPauseMs));
    }
  }
}
