const dayMs = 86_400_000;

/** The UTC day that is this number of days before the instant, as YYYY-MM-DD. */
export const dayBefore = (at: Date, days: number): string =>
  new Date(at.getTime() - days * dayMs).toISOString().slice(0, 10);
