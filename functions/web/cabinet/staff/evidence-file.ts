import { DownloadOwnershipEvidence } from '../../../../schema/creators/ownership-review.ts';
import { signedFile } from '../uploads/signed-file.ts';

/** A file of a proof of ownership. */
export default signedFile(DownloadOwnershipEvidence);
