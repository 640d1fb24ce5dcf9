import { ExportTransactions } from '../../../../schema/wallet/wallet.ts';
import type { CabinetFile } from '../page.ts';

/** The CSV file of a month. */
const file: CabinetFile = {
  operation: ExportTransactions,
  file: (api, { query: { month = '' } }) => api.answer(ExportTransactions, { query: { month } }),
};

export default file;
