import { GetCampaignPostProofImage } from '../../../../schema/campaigns/proofs.ts';
import type { CabinetFile } from '../page.ts';

/** The screenshot of a proof. */
const image: CabinetFile = {
  operation: GetCampaignPostProofImage,
  file: (api, { params }) => api.answer(GetCampaignPostProofImage, { params }),
};
export default image;
