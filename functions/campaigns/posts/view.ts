import type { CreatorRecord, TakerRecord } from '../../../db/campaigns/creators.ts';
import type { EarningRecord } from '../../../db/campaigns/earnings.ts';
import type { PostRecord, SharedPost, SummaryRecord } from '../../../db/campaigns/posts.ts';
import { postFlags } from '../../../schema/campaigns/campaign-terms.ts';
import type {
  CampaignCreatorView,
  CampaignPostView,
  OwnPostView,
  PostEarningView,
  PostSummaryView,
} from '../../../schema/campaigns/posts.ts';
import { type EngagementSums, engagementOf, noMeasurements, videoTypes } from '../../../schema/metrics/engagement.ts';
import { isWithheld, type MetricRules, shownSince } from '../../../schema/metrics/metric-rules.ts';
import { isAggregated } from '../../../schema/metrics/sharing.ts';
import { usdOfCents } from '../../../schema/shared/money.ts';
import type { Ctx } from '../../context.ts';
import { viewDefinitions } from '../campaigns/view.ts';
import { allowedActions } from './rules.ts';

/** When posts are viewed, and the settings that the view depends on. */
export interface ViewContext {
  readonly now: Date;
  readonly rules: MetricRules;
}

export const viewedNow = ({ now, settings }: Pick<Ctx, 'now' | 'settings'>): ViewContext => ({
  now: now(),
  rules: settings,
});

/** The post as its creator sees it. The creator sees its metrics always. */
export const viewOwnPost = (post: PostRecord, { now, rules }: ViewContext): OwnPostView => ({
  ...shared(post),
  ...metricsOf(post, { since: shownSince(post.platform, rules, now), isCounted: isAggregated(post.platform, rules) }),
  allowedActions: allowedActions('CREATOR', post),
  paid: usdOfCents(post.paidCents),
});

/** The post as the advertiser of its campaign sees it. */
export const viewCampaignPost = (post: PostRecord, context: ViewContext): CampaignPostView => ({
  ...shared(post),
  ...metricsForOthers(post, context),
  allowedActions: allowedActions('ADVERTISER', post),
});

const shared = (post: PostRecord) => ({
  ...{ id: post.id, campaignId: post.campaignId, campaignTitle: post.campaignTitle },
  ...{ socialAccountId: post.socialAccountId, platform: post.platform, handle: post.handle },
  ...{ url: post.url, contentId: post.contentId, mediaType: post.mediaType },
  ...{ status: post.status, reason: post.reason, note: post.note },
  ...{ submittedAt: post.submittedAt, publishedAt: post.publishedAt },
  ...{ decideBy: post.decideBy, decidedAt: post.decidedAt },
  earned: usdOfCents(post.earnedCents),
});

export const viewSummary = ({ total, onModeration, earnedCents }: SummaryRecord): PostSummaryView => ({
  total,
  onModeration,
  earned: usdOfCents(earnedCents),
});

/** Views that were measured before `since` are hidden; all of them if it is null. */
export const viewEarning = (earning: EarningRecord, since: Date | null): PostEarningView => ({
  ...{ id: earning.id, at: earning.at, kind: earning.kind },
  views:
    earning.views !== null && earning.measuredAt !== null && since !== null && new Date(earning.measuredAt) >= since
      ? Number(earning.views)
      : null,
  ...{ amount: usdOfCents(earning.amountCents), earnedAfter: usdOfCents(earning.earnedAfterCents) },
  ...{ limitedBy: earning.limitedBy, measuredAt: earning.measuredAt },
});

export const viewCreator = ({ figures, ...creator }: CreatorRecord): CampaignCreatorView => ({
  ...{ id: creator.id, socialAccountId: creator.id, platform: creator.platform, handle: creator.handle },
  ...{ avatarUrl: creator.avatarUrl, creatorPublicId: creator.creatorPublicId },
  ...{ posts: creator.posts, acceptedPosts: creator.acceptedPosts },
  totalViews: figures.totalViews === null ? null : Number(figures.totalViews),
  viewsUpdatedAt: figures.viewsSince,
  viewDefinitions: viewDefinitions(figures),
  earned: usdOfCents(creator.earnedCents),
  engagement: engagementOf(figures.engagement),
});

/** An account that has no posts yet: nothing is measured of it, and it has earned nothing. */
export const viewTaker = (account: TakerRecord): CampaignCreatorView => ({
  ...{ id: account.id, socialAccountId: account.id, platform: account.platform, handle: account.handle },
  ...{ avatarUrl: account.avatarUrl, creatorPublicId: account.creatorPublicId },
  ...{ posts: 0, acceptedPosts: 0, totalViews: null, viewsUpdatedAt: null, viewDefinitions: [] },
  earned: usdOfCents('0'),
  engagement: engagementOf(noMeasurements),
});

interface Shown {
  /** Earlier measurements are hidden. */
  readonly since: Date;
  /** Whether sums may contain the post. */
  readonly isCounted: boolean;
}

type Metrics = Pick<
  OwnPostView,
  'views' | 'measuredAt' | 'source' | 'viewDefinition' | 'reasons' | 'flags' | 'engagement'
>;

function metricsOf(post: PostRecord, { since, isCounted }: Shown): Metrics {
  const isShown = (at: string | null) => at !== null && new Date(at) >= since;
  const hasViews = isShown(post.viewsMeasuredAt);
  return {
    views: hasViews && post.views !== null ? Number(post.views) : null,
    measuredAt: hasViews ? post.viewsMeasuredAt : null,
    source: post.source,
    viewDefinition: hasViews ? post.viewDefinition : null,
    reasons: { ...post.reasons },
    flags: flagsOf(post).filter(({ at }) => isShown(at)),
    engagement: engagementOf({
      ...noMeasurements,
      ...(isAcceptedVideo(post) && { totalPosts: 1, ...(isCounted && countsOf(post, isShown)) }),
    }),
  };
}

const isAcceptedVideo = ({ status, mediaType }: PostRecord): boolean =>
  status === 'ACCEPTED' && videoTypes.some((type) => type === mediaType);

function countsOf(post: PostRecord, isShown: (at: string | null) => boolean): Partial<EngagementSums> {
  const {
    countedViews: views,
    countedLikes: likes,
    countedComments: comments,
    countsMeasuredAt,
    savesMeasuredAt,
  } = post;
  return {
    ...(isShown(countsMeasuredAt) &&
      views !== null &&
      likes !== null &&
      comments !== null && { views, likes, comments, measuredPosts: 1, updatedAt: countsMeasuredAt }),
    ...(isShown(savesMeasuredAt) && { saves: post.saves, savesPosts: 1, savesUpdatedAt: savesMeasuredAt }),
  };
}

const flagsOf = ({ flags }: PostRecord): Metrics['flags'] =>
  postFlags
    .flatMap((flag) => {
      const at = flags[flag];
      return at === undefined ? [] : [{ flag, at }];
    })
    .sort((one, other) => one.at.localeCompare(other.at));

function metricsForOthers(post: PostRecord, { now, rules }: ViewContext): Metrics {
  const hidden = hiddenFromAdvertiser(post, rules);
  const since = viewsSeenSince(post, rules, now);
  if (hidden === null && since !== null)
    return metricsOf(post, { since, isCounted: isAggregated(post.platform, rules) });
  return {
    ...{ views: null, measuredAt: null, source: null, viewDefinition: null, flags: [] },
    reasons: hidden === null ? {} : { views: hidden, likes: hidden, comments: hidden, saves: hidden },
    engagement: engagementOf({ ...noMeasurements, totalPosts: isAcceptedVideo(post) ? 1 : 0 }),
  };
}

/** The time of the oldest measurements that the advertiser may see; null if none. */
export function viewsSeenSince(post: SharedPost, rules: MetricRules, now: Date): Date | null {
  if (hiddenFromAdvertiser(post, rules) !== null) return null;
  const since = shownSince(post.platform, rules, now);
  const sharedSince = post.sharing === 'WITH_CONSENT' && post.sharedSince !== null ? new Date(post.sharedSince) : since;
  return sharedSince > since ? sharedSince : since;
}

/** Why the advertiser does not see the measurements, or null. */
export function hiddenFromAdvertiser(
  { platform, sharing, sharedSince, isGrantActive }: SharedPost,
  rules: MetricRules,
): 'WITHHELD' | 'NOT_GRANTED' | null {
  if (sharing === null || (sharing === 'ALWAYS' && !isWithheld(platform, rules))) return null;
  if (sharing !== 'WITH_CONSENT' || isWithheld(platform, rules)) return 'WITHHELD';
  if (!isGrantActive) return 'NOT_GRANTED';
  return sharedSince === null ? 'WITHHELD' : null;
}
