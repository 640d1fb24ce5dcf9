import type { ReportQuery } from '../../../schema/factories/report-shape.ts';

/** Whether a query asks for the first page of both lists. Only such a query counts as an open. */
export const isFirstPage = ({ accountCursor, postCursor }: ReportQuery): boolean =>
  accountCursor === undefined && postCursor === undefined;
