import { endCampaign } from '../../../db/campaigns/campaigns.ts';
import type { CampaignView } from '../../../schema/campaigns/campaign.ts';
import type { Ctx } from '../../context.ts';
import { mutate, readAfterCommit } from '../../mutate.ts';
import { ownCampaign, refuseStale } from './campaign-target.ts';
import { getCampaign } from './get-campaign.ts';
import { changeOfCampaign } from './keep-campaign.ts';
import { afterMove } from './rules.ts';
import type { Move } from './start-campaign.ts';

/** Ends a campaign: decides about its posts, pays its creators and refunds the rest, or changes nothing. */
export const completeCampaign = (ctx: Ctx, move: Move) => end(ctx, 'complete', move);

/** Ends a draft, or a started campaign as completeCampaign does. */
export const cancelCampaign = (ctx: Ctx, move: Move) => end(ctx, 'cancel', move);

const endings = { complete: 'COMPLETED', cancel: 'CANCELLED' } as const;

const end = (ctx: Ctx, action: keyof typeof endings, { id, expectedVersion }: Move): Promise<{ data: CampaignView }> =>
  mutate(ctx, {
    ...ownCampaign(ctx, id),
    // An ended campaign changes no more, except for its metrics.
    replay: () => getCampaign(ctx, { id }),
    decide(campaign) {
      refuseStale(campaign, expectedVersion);
      const status = afterMove(action, campaign);
      const at = ctx.now();
      if (campaign.startedAt === null)
        return {
          ...changeOfCampaign(ctx, { ...campaign, status, endedAt: at.toISOString() }, { event: 'campaign.cancelled' }),
          kept: { id },
        };
      return {
        statements: endCampaign(campaign, { ending: endings[action], actor: 'ADVERTISER', at }),
        answer: readAfterCommit(() => getCampaign(ctx, { id })),
        kept: { id },
        isNotifying: true,
      };
    },
  });
