import { GetTrackingLinkQr } from '../../../../schema/campaigns/tracking-links.ts';
import type { CabinetFile } from '../page.ts';

/** The QR code of a tracking link. */
const picture: CabinetFile = {
  operation: GetTrackingLinkQr,
  file: (api, { params }) => api.answer(GetTrackingLinkQr, { params }),
};
export default picture;
