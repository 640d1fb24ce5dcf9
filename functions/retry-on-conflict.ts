import { Refusal } from '../schema/shared/errors.ts';

const timeoutMs = 3_000;
const maxPauseMs = 60;

/**
 * Retries an attempt that lost a race (VERSION_CONFLICT from the database, or a deadlock). The retry decides on the current state: it
 * succeeds, or is refused for the real reason.
 */
export async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Refusal && error.isConflict)) throw error;
      // Retries at least once, even after a long wait for a lock.
      if (attempts > 1 && Date.now() - startedAt > timeoutMs) throw error;
      // A random pause, so that the losers of a race do not collide again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * maxPauseMs));
    }
  }
}
