export { countReportOpen } from './count-report-open.ts';
export { exportReport } from './export-report.ts';
export { findReport, type Report } from './find-report.ts';
export { noteOpen, noteVisit } from './note-open.ts';
export { readReport } from './read-report.ts';
export { isFirstPage } from './rules.ts';
export { visitorOf } from './visitor.ts';
