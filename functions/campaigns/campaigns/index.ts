export { endDueCampaigns } from './end-due-campaigns.ts';
