import { ExportFactoryPosts } from '../../../../schema/factories/exports.ts';
import type { CabinetFile } from '../page.ts';

/** The posts of a factory that match the filters. */
const file: CabinetFile = {
  operation: ExportFactoryPosts,
  file: (api, { params, query }) => api.answer(ExportFactoryPosts, { params, query }),
};
export default file;
