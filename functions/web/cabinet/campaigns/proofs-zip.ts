import { DownloadCampaignProofs } from '../../../../schema/campaigns/proofs.ts';
import type { CabinetFile } from '../page.ts';

/** The proofs of a campaign. */
const archive: CabinetFile = {
  operation: DownloadCampaignProofs,
  file: (api, { params, query }) => api.answer(DownloadCampaignProofs, { params, query }),
};
export default archive;
