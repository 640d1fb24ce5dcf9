export { shownToOthers } from './shown-to-others.ts';
export { summarizeAnalytics } from './summarize-analytics.ts';
