/** Consecutive measurements without the post, after which it is UNAVAILABLE. */
export const scansUntilUnavailable = 3;
/** Minutes until the service asks the platform again about an undecided post. */
export const decisionRetryMinutes = 60;

/** When a measurement raises a flag. Shares are in basis points of the views. */
export const flagRules = {
  /** VIEWS_JUMPED: the post had at least jumpFrom views, and now has at least jumpFactor times as many. */
  ...{ jumpFrom: 1_000, jumpFactor: 10 },
  /** FEW_LIKES: the post has at least fewLikesFrom views, and a share of likes below fewLikesBps. */
  ...{ fewLikesFrom: 10_000, fewLikesBps: 10 },
  /** MANY_LIKES: the post has at least manyLikesFrom views, and a share of likes above manyLikesBps. */
  ...{ manyLikesFrom: 1_000, manyLikesBps: 5_000 },
} as const;
