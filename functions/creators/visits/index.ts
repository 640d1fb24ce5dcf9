export { countPageVisits } from './count-page-visits.ts';
export { getPageVisits } from './get-page-visits.ts';
export { reportPageVisit } from './report-page-visit.ts';
export { sweepPageVisits } from './sweep-page-visits.ts';
