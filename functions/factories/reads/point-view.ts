import type { DayRecord } from '../../../db/factories/reads/history.ts';
import type { PostPoint } from '../../../schema/factories/factory-metrics.ts';
import { rateOf } from '../../../schema/metrics/engagement.ts';

export const viewPoint = (day: DayRecord): PostPoint => ({
  ...{ date: day.date, takenAt: day.takenAt, views: day.views, likes: day.likes, comments: day.comments },
  er: rateOfText(day),
  saves: day.saves,
});

/** The engagement rate of sums. The sums are texts, because they may exceed 2^53. */
export const rateOfText = ({
  completeViews,
  completeReactions,
}: Pick<DayRecord, 'completeViews' | 'completeReactions'>): number | null =>
  completeViews === null || completeReactions === null
    ? null
    : rateOf(BigInt(completeViews), BigInt(completeReactions));
