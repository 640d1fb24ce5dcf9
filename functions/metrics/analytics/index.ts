export { summarizeAnalytics } from './summarize-analytics.ts';
