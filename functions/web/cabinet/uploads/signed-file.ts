import type { DownloadProof } from '../../../../schema/placements/proofs.ts';
import type { Operation, Shape } from '../../../../schema/shared/operation.ts';
import type { CabinetFile } from '../page.ts';

type SignedAddress = ReturnType<(typeof DownloadProof)['answer']>;

/**
 * Leads to a private file in the object store. The operation signs the address of this file alone when the link is followed, so the address
 * cannot expire while somebody reads the page with the link.
 */
export const signedFile = <P extends Shape, Q extends Shape, B extends Shape>(
  operation: Operation<P, Q, B, SignedAddress>,
): CabinetFile => ({
  operation,
  async file(api, { params }) {
    const { data } = await api.read(operation, { params });
    return new Response(null, {
      status: 303,
      headers: { location: data.url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    });
  },
});
