/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { listEventsForStaff } from '../assignments/index.ts';
export { downloadCaseFile } from './download-case-file.ts';
export { getCase } from './get-case.ts';
export { listCases } from './list-cases.ts';
export { previewSettlement } from './preview-settlement.ts';
export { resolveDispute } from './resolve-dispute.ts';
