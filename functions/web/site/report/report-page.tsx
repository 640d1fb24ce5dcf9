import type { ReportView } from '../../../../schema/factories/report-shape.ts';
import { Document } from '../../ui/layout.tsx';
import { documentOf } from '../../ui/rendered.ts';
import { ReportContent, type ShownReport } from '../../ui/report/report-content.tsx';

/** Renders the page of a share link. */
export const renderReport = ({ report, ...shown }: ShownReport & { readonly report: ReportView }): string =>
  documentOf(
    <Document
      title={`${report.factory.name} · Report · Castline`}
      head={<meta name="referrer" content="no-referrer" />}
    >
      <div class="intro report-intro">
        <p class="small">Shared report</p>
        <h1 dir="auto">{report.factory.name}</h1>
      </div>
      <ReportContent report={report} {...shown} />
    </Document>,
  );
