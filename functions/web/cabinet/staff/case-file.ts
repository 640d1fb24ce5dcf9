import { GetCase } from '../../../../schema/placements/disputes.ts';
import { notFound } from '../../../../schema/shared/errors.ts';
import type { CabinetFile } from '../page.ts';
import { toStoredFile } from '../uploads/to-stored-file.ts';

/** A file that proves a result of an assignment, for staff. */
const proof: CabinetFile = {
  operation: GetCase,
  async file(api, { params: { id = '', uploadId } }) {
    const { data } = await api.read(GetCase, { params: { id } });
    const found = data.files.find((one) => one.uploadId === uploadId);
    if (found === undefined) throw notFound();
    return toStoredFile(found);
  },
};
export default proof;
