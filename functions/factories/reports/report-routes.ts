import { ExportFactoryReport, GetFactoryReport } from '../../../schema/factories/report.ts';
import { exportLimit, secretRead } from '../../edge/secret-read.ts';
import { callerAddress } from '../../http/address.ts';
import { guestGroup, onGuest } from '../../http/guest-route.ts';
import { isPreview, userAgentOf } from '../../http/visitor.ts';
import { isFirstPage } from './rules.ts';

/** Few requests to `guest` read a report, so the modules are loaded on demand. */
const loaded = () => import('./index.ts');

/** The reports of share links, for programs. */
export const reportRoutes = guestGroup(
  onGuest(GetFactoryReport, async (ctx, request, { params: { secret }, query }) => {
    const { findReport, noteOpen, readReport, visitorOf } = await loaded();
    return secretRead(
      ctx,
      request,
      () => findReport(ctx, secret),
      async (report) => {
        const visitor = await visitorOf(ctx, callerAddress(request), userAgentOf(request));
        const data = await readReport(ctx, report, query, { as: 'REPORT_API', visitor });
        if (!isPreview(request) && isFirstPage(query)) noteOpen(ctx, report);
        return Response.json({ data });
      },
    );
  }),
  onGuest(ExportFactoryReport, async (ctx, request, { params: { secret }, query }) => {
    const { exportReport, findReport } = await loaded();
    return secretRead(
      ctx,
      request,
      () => findReport(ctx, secret),
      (report) => exportReport(ctx, report, query, () => findReport(ctx, secret)),
      exportLimit,
    );
  }),
);
