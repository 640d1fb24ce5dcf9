export { countReportOpen } from './count-report-open.ts';
export { findReport, type Report } from './find-report.ts';
export { noteVisit } from './note-open.ts';
export { readReport } from './read-report.ts';
export { isFirstPage } from './rules.ts';
export { accountSortOf, postSortOf } from './visible-sorts.ts';
