import { GetPostProofImage } from '../../../../../schema/campaigns/proofs.ts';
import type { CabinetFile } from '../../page.ts';

/** The screenshot of a proof. */
const image: CabinetFile = {
  operation: GetPostProofImage,
  file: (api, { params }) => api.answer(GetPostProofImage, { params }),
};
export default image;
