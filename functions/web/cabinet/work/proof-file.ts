import { DownloadProof } from '../../../../schema/placements/proofs.ts';
import { signedFile } from '../uploads/signed-file.ts';

/** A file of a result or a statement, for its parties. */
export default signedFile(DownloadProof);
