const trustMs = 1_000;

/**
 * An isolate trusts a row of a key or a user for one second after it read it. So a revocation and a suspension take effect everywhere
 * within a second.
 */
export const isTrusted = (readAt: number, now: Date): boolean => now.getTime() - readAt < trustMs;
