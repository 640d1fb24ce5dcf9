import { DownloadProof } from '../../../../schema/placements/proofs.ts';
import type { CabinetFile } from '../page.ts';
import { toStoredFile } from '../uploads/to-stored-file.ts';

/** A file that proves a result. */
const file: CabinetFile = {
  operation: DownloadProof,
  async file(api, { params: { id = '', uploadId = '' } }) {
    const { data } = await api.read(DownloadProof, { params: { id, uploadId } });
    return toStoredFile(data);
  },
};

export default file;
