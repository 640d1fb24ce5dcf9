import { type CampaignRecord, insertCampaign } from '../../../db/campaigns/campaigns.ts';
import { freshId } from '../../../db/fresh-ids.ts';
import { factsOf } from '../../../db/query.ts';
import { campaigns } from '../../../db/tables/campaigns.ts';
import type { CampaignInput, CampaignView } from '../../../schema/campaigns/campaign.ts';
import { maxCampaignDrafts } from '../../../schema/campaigns/campaign-terms.ts';
import { noMeasurements } from '../../../schema/metrics/engagement.ts';
import { limitReached, orLimitReached } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { answerOf } from './keep-campaign.ts';
import { refusePastEnd, refuseTerms, termsOf, type WrittenTerms } from './rules.ts';

/** Creates a draft campaign, which reserves no money. A failure changes nothing. */
export const createCampaign = (ctx: Ctx, input: CampaignInput): Promise<{ data: CampaignView }> =>
  mutate(ctx, {
    facts: factsOf({ id: freshId(campaigns) }),
    visible: ({ id }) => id,
    decide(id) {
      const terms = termsOf(input);
      refuseTerms(terms, ctx.settings);
      refusePastEnd(terms, ctx.now());
      const at = ctx.now().toISOString();
      const campaign: CampaignRecord = { ...terms, ...newCampaign, id, createdAt: at, updatedAt: at };
      const { answer } = answerOf(campaign);
      return { statements: insertCampaign(campaign, ctx.actor.userId, maxCampaignDrafts), answer };
    },
  }).catch(orLimitReached('campaign_drafts', tooManyDrafts));

const newCampaign: Omit<CampaignRecord, keyof WrittenTerms | 'id' | 'createdAt' | 'updatedAt'> = {
  ...{ version: 1, status: 'DRAFT', pauseReason: null, spentCents: '0', paidCents: '0', reserves: 0, creators: 0 },
  ...{ startedAt: null, endedAt: null },
  figures: {
    posts: { total: 0, onModeration: 0, accepted: 0, rejected: 0, unavailable: 0 },
    totalViews: null,
    viewsSince: null,
    viewDefinitions: [],
    engagement: noMeasurements,
  },
};

const tooManyDrafts = () =>
  limitReached(`An advertiser has at most ${maxCampaignDrafts} draft campaigns. Start one of them, or cancel it.`, [
    'start',
    'cancel',
  ]);
