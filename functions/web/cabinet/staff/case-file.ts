import { DownloadCaseFile } from '../../../../schema/placements/proofs.ts';
import { signedFile } from '../uploads/signed-file.ts';

/** A file of a result or a statement, for staff. */
export default signedFile(DownloadCaseFile);
