const noteAfterMs = 86_400_000;

/** A session in use is extended once a day, also one that lasts no longer by it: its last use is shown. */
export const isDue = (updatedAt: Date, now: Date): boolean => now.getTime() - updatedAt.getTime() >= noteAfterMs;
