import type { ReportQuery } from '../../../schema/factories/report.ts';

/** Whether a query is for the beginning of both lists: further pages are no other opening of the report. */
export const isFirstPage = ({ accountCursor, postCursor }: ReportQuery): boolean =>
  accountCursor === undefined && postCursor === undefined;
