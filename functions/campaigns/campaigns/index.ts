export { endDueCampaigns } from './end-due-campaigns.ts';
export { payCampaignCreators } from './pay-campaign-creators.ts';
