/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { createCampaign } from './create-campaign.ts';
export { cancelCampaign, completeCampaign } from './end-campaign.ts';
export { getCampaign } from './get-campaign.ts';
export { listCampaigns } from './list-campaigns.ts';
export { pauseCampaign, resumeCampaign } from './pause-campaign.ts';
export { startCampaign } from './start-campaign.ts';
export { updateCampaign } from './update-campaign.ts';
