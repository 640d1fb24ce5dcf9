import { DownloadProof } from '../../../../schema/placements/proofs.ts';
import type { CabinetFile } from '../page.ts';

/** Leads to the file in the object store, at an address that is valid for a minute. */
const file: CabinetFile = {
  operation: DownloadProof,
  async file(api, { params: { id = '', uploadId = '' } }) {
    const { data } = await api.read(DownloadProof, { params: { id, uploadId } });
    return new Response(null, {
      status: 303,
      headers: { location: data.url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    });
  },
};

export default file;
