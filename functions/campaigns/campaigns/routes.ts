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

const verbs = () => import('./verbs.ts');

export const campaignRoutes = group(
  on(ListCampaigns, async (ctx, { query }) => (await verbs()).listCampaigns(ctx, query)),
  on(CreateCampaign, async (ctx, { body }) => (await verbs()).createCampaign(ctx, body)),
  on(GetCampaign, async (ctx, { params }) => (await verbs()).getCampaign(ctx, params)),
  on(UpdateCampaign, async (ctx, { params, body }) => (await verbs()).updateCampaign(ctx, { ...params, ...body })),
  on(StartCampaign, async (ctx, { params, body }) => (await verbs()).startCampaign(ctx, { ...params, ...body })),
  on(PauseCampaign, async (ctx, { params, body }) => (await verbs()).pauseCampaign(ctx, { ...params, ...body })),
  on(ResumeCampaign, async (ctx, { params, body }) => (await verbs()).resumeCampaign(ctx, { ...params, ...body })),
  on(CompleteCampaign, async (ctx, { params, body }) => (await verbs()).completeCampaign(ctx, { ...params, ...body })),
  on(CancelCampaign, async (ctx, { params, body }) => (await verbs()).cancelCampaign(ctx, { ...params, ...body })),
);
