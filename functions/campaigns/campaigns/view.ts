import type { CampaignRecord, CampaignTerms, Figures } from '../../../db/campaigns/campaigns.ts';
import type { CampaignView } from '../../../schema/campaigns/campaign.ts';
import { engagementOf, noMeasurements } from '../../../schema/metrics/engagement.ts';
import { missing } from '../../../schema/shared/errors.ts';
import { type Money, usdOfCents } from '../../../schema/shared/money.ts';
import { allowedActions } from './rules.ts';

/** The campaign as its advertiser sees it. */
export const viewCampaign = ({ figures, ...campaign }: CampaignRecord): CampaignView => ({
  id: campaign.id,
  version: campaign.version,
  status: campaign.status,
  pauseReason: campaign.pauseReason,
  title: campaign.title,
  brief: campaign.brief,
  platforms: [...campaign.platforms],
  payment: viewPayment(campaign),
  maxPerPost: optional(campaign.maxPerPostCents),
  budget: usdOfCents(campaign.budgetCents),
  requirements: viewRequirements(campaign),
  endsAt: campaign.endsAt,
  spent: usdOfCents(campaign.spentCents),
  paid: usdOfCents(campaign.paidCents),
  posts: viewPostCounts(figures),
  creators: campaign.creators,
  totalViews: figures.totalViews === null ? null : Number(figures.totalViews),
  viewsUpdatedAt: figures.viewsSince,
  viewDefinitions: viewDefinitions(figures),
  engagement: engagementOf(figures.engagement),
  allowedActions: allowedActions(campaign),
  createdAt: campaign.createdAt,
  startedAt: campaign.startedAt,
  endedAt: campaign.endedAt,
  updatedAt: campaign.updatedAt,
});

/** The definitions of the views of a sum, by platform. */
export const viewDefinitions = (figures: Pick<Figures, 'viewDefinitions'>): CampaignView['viewDefinitions'] =>
  figures.viewDefinitions.flatMap(({ platform, definitions }) =>
    definitions.map((viewDefinition) => ({ platform, viewDefinition })),
  );

export const viewPostCounts = ({ posts }: Pick<Figures, 'posts'>): CampaignView['posts'] => ({
  ...{ total: posts.total, onModeration: posts.onModeration, accepted: posts.accepted },
  ...{ rejected: posts.rejected, unavailable: posts.unavailable },
});

export const viewPayment = ({
  paymentModel,
  cpmCents,
  rewardCents,
}: Pick<CampaignTerms, 'paymentModel' | 'cpmCents' | 'rewardCents'>): CampaignView['payment'] =>
  paymentModel === 'CPM'
    ? { model: paymentModel, cpm: usdOfCents(cpmCents ?? missing('the price of a thousand views')) }
    : { model: paymentModel, reward: usdOfCents(rewardCents ?? missing('the reward')) };

export const viewRequirements = ({
  requirements,
}: Pick<CampaignTerms, 'requirements'>): CampaignView['requirements'] => ({
  hashtags: [...requirements.hashtags],
  mentions: [...requirements.mentions],
  languages: [...requirements.languages],
  ...(requirements.minSeconds !== undefined && { minSeconds: requirements.minSeconds }),
  ...(requirements.notes !== undefined && { notes: requirements.notes }),
});

const optional = (amount: string | null): Money | null => (amount === null ? null : usdOfCents(amount));

/** An answer as its Idempotency-Key stores it: without metrics, because the platforms' terms limit how long they may be stored. */
export const withoutMetrics = (campaign: CampaignView): CampaignView => ({
  ...campaign,
  totalViews: null,
  viewsUpdatedAt: null,
  viewDefinitions: [],
  engagement: engagementOf(noMeasurements),
});

/** A stored answer with the current metrics. */
export const withMetricsOf = (
  stored: CampaignView,
  { totalViews, viewsUpdatedAt, viewDefinitions: definitions, engagement }: CampaignView,
): CampaignView => ({
  ...stored,
  totalViews,
  viewsUpdatedAt,
  viewDefinitions: definitions,
  engagement,
});
