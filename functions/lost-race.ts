import { Refusal } from '../schema/errors.ts';

const attempts = 4;

/**
 * A commit that lost a race (VERSION_CONFLICT, raised by the database) is decided once more on what is true now: it
 * succeeds after all, or is refused for the real reason.
 */
export async function settleRace<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Refusal && error.isLostRace) || tried === attempts) throw error;
    }
  }
}
