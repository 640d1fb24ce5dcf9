import { isNotExhausted } from '../../../db/campaigns/campaigns.ts';
import type { CampaignView } from '../../../schema/campaigns/campaign.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { ownCampaign, refuseStale } from './campaign-target.ts';
import { changeOfCampaign, replayCampaign } from './keep-campaign.ts';
import { afterMove } from './rules.ts';
import type { Move } from './start-campaign.ts';

/** Pauses a running campaign: creators cannot take its offer or submit posts. Accepted posts continue to earn. */
export const pauseCampaign = (ctx: Ctx, move: Move) => turn(ctx, 'pause', move);

/** Resumes a paused campaign, unless its budget is exhausted. */
export const resumeCampaign = (ctx: Ctx, move: Move) => turn(ctx, 'resume', move);

const turn = (ctx: Ctx, action: 'pause' | 'resume', { id, expectedVersion }: Move): Promise<{ data: CampaignView }> =>
  mutate(ctx, {
    ...ownCampaign(ctx, id),
    replay: replayCampaign,
    decide(campaign) {
      refuseStale(campaign, expectedVersion);
      const status = afterMove(action, campaign);
      const isPause = action === 'pause';
      return changeOfCampaign(
        ctx,
        { ...campaign, status, pauseReason: isPause ? 'MANUAL' : null },
        {
          event: isPause ? 'campaign.paused' : 'campaign.resumed',
          // What was spent changes without a new version.
          also: isPause ? [] : [isNotExhausted(campaign.id)],
        },
      );
    },
  });
