import { ExportFactoryAccounts } from '../../../../schema/factories/exports.ts';
import type { CabinetFile } from '../page.ts';

/** The accounts of a factory that match the filters. */
const file: CabinetFile = {
  operation: ExportFactoryAccounts,
  file: (api, { params, query }) => api.answer(ExportFactoryAccounts, { params, query }),
};
export default file;
