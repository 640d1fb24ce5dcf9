import type { CampaignAnalyticsRecord } from '../../../db/campaigns/analytics.ts';
import type { CampaignAnalytics } from '../../../schema/campaigns/analytics.ts';
import { engagementOf } from '../../../schema/metrics/engagement.ts';
import { type Money, usd, usdOfCents } from '../../../schema/shared/money.ts';
import { viewDefinitions, viewPostCounts } from '../campaigns/view.ts';
import { viewCreator } from '../posts/view.ts';

/** The metrics as the advertiser of the campaign sees them. */
export const viewAnalytics = ({ figures, clicks, ...metrics }: CampaignAnalyticsRecord): CampaignAnalytics => ({
  totals: {
    budget: usdOfCents(metrics.budgetCents),
    spent: usdOfCents(metrics.spentCents),
    paid: usdOfCents(metrics.paidCents),
    posts: viewPostCounts(figures),
    creators: metrics.creators,
    totalViews: numberOf(figures.totalViews),
    viewsUpdatedAt: figures.viewsSince,
    viewDefinitions: viewDefinitions(figures),
    clicks: clicks.clicks,
    uniqueClicks: clicks.uniqueClicks,
    costPerThousandViews: costPerThousand(metrics, figures),
  },
  byPlatform: metrics.byPlatform.map((row) => ({
    platform: row.platform,
    posts: viewPostCounts(row.figures),
    totalViews: numberOf(row.figures.totalViews),
    viewsUpdatedAt: row.figures.viewsSince,
    viewDefinitions: viewDefinitions(row.figures),
    earned: usdOfCents(row.earnedCents),
    engagement: engagementOf(row.figures.engagement),
  })),
  byCreator: metrics.byCreator.map(viewCreator),
  series: metrics.series.map((row) => ({
    ...{ date: row.date, submitted: row.submitted, accepted: row.accepted, spent: usdOfCents(row.spentCents) },
    ...{ views: row.views, likes: row.likes, comments: row.comments, clicks: row.clicks },
  })),
  engagement: engagementOf(figures.engagement),
});

const numberOf = (count: string | null): number | null => (count === null ? null : Number(count));

type Figures = Pick<CampaignAnalyticsRecord['figures'], 'posts' | 'engagement'>;
type Spent = Pick<CampaignAnalyticsRecord, 'spentCents' | 'hasOtherEarnings'>;

/**
 * What a thousand views have cost, rounded half up to a cent. Null without views, and while views that have earned are not among those that were
 * counted: otherwise the result would be a price that nobody pays.
 */
export function costPerThousand({ spentCents, hasOtherEarnings }: Spent, { posts, engagement }: Figures): Money | null {
  const views = BigInt(engagement.views);
  const isComplete = engagement.measuredPosts === posts.accepted && !hasOtherEarnings;
  return views === 0n || !isComplete ? null : usd((2_000n * BigInt(spentCents) + views) / (2n * views));
}
