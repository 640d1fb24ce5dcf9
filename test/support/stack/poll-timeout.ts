/**
 * The limit for waiting on certain events, on any machine: it ends a wait for an event that never happens, and measures
 * no speed.
 */
export const pollTimeout = { timeout: 60_000, interval: 50 };
