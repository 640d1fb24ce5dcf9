/** Scans in a row without the post, after which it is UNAVAILABLE. */
export const scansUntilUnavailable = 3;
/** The platform is asked again after so many minutes for a post that could not be decided about. */
export const decisionRetryMinutes = 60;

/** When a measurement raises a flag. Shares of the views are in hundredths of a percent. */
export const flagRules = {
  /** VIEWS_JUMPED: from at least so many views to at least so many times as many between two measurements. */
  ...{ jumpFrom: 1_000, jumpFactor: 10 },
  /** FEW_LIKES: at least so many views, and a smaller share of likes. */
  ...{ fewLikesFrom: 10_000, fewLikesBps: 10 },
  /** MANY_LIKES: at least so many views, and a larger share of likes. */
  ...{ manyLikesFrom: 1_000, manyLikesBps: 5_000 },
} as const;
