export { measurePosts } from './measure-posts.ts';
export { refreshViews } from './refresh-views.ts';
export { sweepMetrics } from './sweep-metrics.ts';
