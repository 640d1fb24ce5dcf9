const firstRetryMs = 5 * 60_000;

/** How long a channel rests after so many failures in succession: each time twice as long, the usual interval at most. */
export const retryAfterMs = (failures: number, intervalMs: number): number =>
  Math.min(intervalMs, firstRetryMs * 2 ** Math.min(failures - 1, 20));
