import { ExportFactoryReport, GetFactoryReport } from '../../../schema/factories/report.ts';
import { exportLimit, secretRead } from '../../edge/secret-read.ts';
import { guestGroup, onGuest } from '../../http/guest-route.ts';
import { exportReport } from './export-report.ts';
import { findReport } from './find-report.ts';
import { noteOpen } from './note-open.ts';
import { readReport } from './read-report.ts';
import { isFirstPage } from './rules.ts';

/** The reports of share links, for programs. */
export const reportRoutes = guestGroup(
  onGuest(GetFactoryReport, (ctx, request, { params: { secret }, query }) =>
    secretRead(
      ctx,
      request,
      () => findReport(ctx, secret),
      async (report) => {
        const data = await readReport(ctx, report, query, 'REPORT_API');
        if (request.method === 'GET' && isFirstPage(query)) noteOpen(ctx, report);
        return Response.json({ data });
      },
    ),
  ),
  onGuest(ExportFactoryReport, (ctx, request, { params: { secret }, query }) =>
    secretRead(
      ctx,
      request,
      () => findReport(ctx, secret),
      (report) => exportReport(ctx, report, query),
      exportLimit,
    ),
  ),
);
