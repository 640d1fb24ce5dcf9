import { countOpen, type ReportOpen } from '../../../db/factories/report-opens.ts';
import type { JobCtx, JobResult } from '../../context.ts';

/** Counts an opened report once, however often the queue delivers it. */
export const countReportOpen = async ({ db, now }: JobCtx, open: ReportOpen): Promise<JobResult> => ({
  done: await countOpen(db, open, now()),
  isMore: false,
});
