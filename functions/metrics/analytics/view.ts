import type { AnalyticsRecord } from '../../../db/metrics/analytics.ts';
import type { PlacementSums } from '../../../db/metrics/engagement.ts';
import { engagementOf } from '../../../schema/metrics/engagement.ts';
import { currentDefinitions } from '../../../schema/metrics/metric-terms.ts';
import type { PlacementAnalytics } from '../../../schema/metrics/placement-analytics.ts';
import { assignmentStatuses } from '../../../schema/shared/enums.ts';
import { type Money, usdt } from '../../../schema/shared/money.ts';

/** The metrics as the advertiser sees them, with every status and every day, including empty ones. */
export function viewAnalytics({ totals, byStatus, ...metrics }: AnalyticsRecord): PlacementAnalytics {
  return {
    totals: {
      orders: totals.orders,
      assignments: totals.assignments,
      creators: totals.creators,
      orderedResults: totals.orderedResults,
      deliveredResults: totals.deliveredResults,
      ...viewHolds(totals),
      acceptSeconds: totals.acceptSeconds,
      deliverSeconds: totals.deliverSeconds,
    },
    byStatus: assignmentStatuses.map((status) => {
      const found = byStatus.find((row) => row.status === status);
      return { status, assignments: found?.assignments ?? 0, total: amount(found?.total ?? '0') };
    }),
    byCreator: metrics.byCreator.map((row) => ({
      creatorPublicId: row.creatorPublicId,
      displayName: row.displayName,
      assignments: row.assignments,
      deliveredResults: row.deliveredResults,
      ...viewHolds(row),
      ...viewEngagement(row.engagement),
    })),
    series: metrics.series.map((row) => ({
      date: row.date,
      funded: row.funded,
      accepted: row.accepted,
      deliveredResults: row.deliveredResults,
      approved: row.approved,
      ...viewHolds(row),
    })),
    ...viewEngagement(metrics.engagement),
  };
}

const viewEngagement = (sums: PlacementSums) => ({
  engagement: engagementOf(sums),
  viewDefinitions: currentDefinitions(sums.platforms),
});

const viewHolds = (row: { readonly reserved: string; readonly spent: string; readonly refunded: string }) => ({
  reserved: amount(row.reserved),
  spent: amount(row.spent),
  refunded: amount(row.refunded),
});

const amount = (minor: string): Money => usdt(BigInt(minor));
