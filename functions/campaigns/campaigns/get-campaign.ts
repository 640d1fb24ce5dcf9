import { facts } from '../../../db/query.ts';
import type { CampaignView } from '../../../schema/campaigns/campaign.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { campaignOfCaller } from './campaign-target.ts';
import { viewCampaign } from './view.ts';

/** A campaign of the caller. */
export async function getCampaign(ctx: Ctx, { id }: { readonly id: number }): Promise<{ data: CampaignView }> {
  const { campaign } = await facts(ctx.db, { campaign: campaignOfCaller(ctx, id) });
  if (campaign === null) throw notFound();
  return { data: viewCampaign(campaign) };
}
