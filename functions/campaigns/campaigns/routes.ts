import {
  CancelCampaign,
  CompleteCampaign,
  CreateCampaign,
  GetCampaign,
  ListCampaigns,
  PauseCampaign,
  ResumeCampaign,
  StartCampaign,
  UpdateCampaign,
} from '../../../schema/campaigns/campaigns.ts';
import { group, on } from '../../http/route.ts';
import { createCampaign } from './create-campaign.ts';
import { cancelCampaign, completeCampaign } from './end-campaign.ts';
import { getCampaign } from './get-campaign.ts';
import { listCampaigns } from './list-campaigns.ts';
import { pauseCampaign, resumeCampaign } from './pause-campaign.ts';
import { startCampaign } from './start-campaign.ts';
import { updateCampaign } from './update-campaign.ts';

export const campaignRoutes = group(
  on(ListCampaigns, (ctx, { query }) => listCampaigns(ctx, query)),
  on(CreateCampaign, (ctx, { body }) => createCampaign(ctx, body)),
  on(GetCampaign, (ctx, { params }) => getCampaign(ctx, params)),
  on(UpdateCampaign, (ctx, { params, body }) => updateCampaign(ctx, { ...params, ...body })),
  on(StartCampaign, (ctx, { params, body }) => startCampaign(ctx, { ...params, ...body })),
  on(PauseCampaign, (ctx, { params, body }) => pauseCampaign(ctx, { ...params, ...body })),
  on(ResumeCampaign, (ctx, { params, body }) => resumeCampaign(ctx, { ...params, ...body })),
  on(CompleteCampaign, (ctx, { params, body }) => completeCampaign(ctx, { ...params, ...body })),
  on(CancelCampaign, (ctx, { params, body }) => cancelCampaign(ctx, { ...params, ...body })),
);
