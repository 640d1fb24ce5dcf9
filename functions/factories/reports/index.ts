export { countReportOpen } from './count-report-open.ts';
