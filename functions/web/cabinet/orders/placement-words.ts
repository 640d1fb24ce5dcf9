import type { Engagement } from '../../../../schema/metrics/engagement.ts';

/** The views of accepted videos; null if none of them was measured, because the sum is 0 then. */
export const knownViews = ({ views, erCoverage }: Engagement): number | null =>
  erCoverage.measuredPosts === 0 ? null : views;
