import type { NotifiedCampaignEvent, NotifiedPost } from '../../../db/notifications/campaign-events.ts';
import type { PostFlag } from '../../../schema/campaigns/campaign-terms.ts';
import type { Party } from '../../../schema/shared/enums.ts';

type CallEvent = Pick<NotifiedCampaignEvent, 'kind' | 'at' | 'actor' | 'campaignId'>;

/**
 * The body of a call about a post. It holds no text of a party, no metric and no amount: the creator must not learn from it what is left of the
 * budget.
 */
export const postCallBody = (
  { kind, at, actor, campaignId }: CallEvent,
  post: Pick<NotifiedPost, 'id' | 'socialAccountId' | 'platform' | 'reason'>,
  role: Party,
  flags: readonly PostFlag[],
) => ({
  type: kind,
  timestamp: at,
  data: {
    ...{ postId: post.id, campaignId, socialAccountId: post.socialAccountId, platform: post.platform },
    ...{ actor, role, reason: kind === 'post.rejected' ? post.reason : null, flags },
  },
});

/** The body of a call about a campaign. */
export const campaignCallBody = ({ kind, at, actor, campaignId }: CallEvent) => ({
  type: kind,
  timestamp: at,
  data: { campaignId, actor },
});
