export { measureChannels } from './measure-channels.ts';
export { measurePosts } from './measure-posts.ts';
export { queueDueWork } from './queue-due-work.ts';
export { sweepMetrics } from './sweep-metrics.ts';
export { takeDuePlatformWork } from './take-due-work.ts';
