import { GetOwnershipReview } from '../../../../schema/creators/ownership-review.ts';
import { notFound } from '../../../../schema/shared/errors.ts';
import type { CabinetFile } from '../page.ts';
import { toStoredFile } from '../uploads/to-stored-file.ts';

/** A file of a proof of ownership. */
const evidence: CabinetFile = {
  operation: GetOwnershipReview,
  async file(api, { params: { channelId = '', uploadId } }) {
    const { data } = await api.read(GetOwnershipReview, { params: { channelId } });
    const found = data.evidence.find((one) => one.uploadId === uploadId);
    if (found === undefined) throw notFound();
    return toStoredFile(found);
  },
};
export default evidence;
