const firstRetryMs = 5 * 60_000;

/** The backoff of a channel after consecutive failures: it doubles each time, up to the usual interval. */
export const retryAfterMs = (failures: number, intervalMs: number): number =>
  Math.min(intervalMs, firstRetryMs * 2 ** Math.min(failures - 1, 20));
