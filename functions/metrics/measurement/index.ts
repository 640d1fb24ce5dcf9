export { measureChannels } from './measure-channels.ts';
export { costOfPosts, measurePosts } from './measure-posts.ts';
export { queueRows } from './queue-due-work.ts';
export { recordEndedStory } from './record-ended-story.ts';
export { batchesOf, withoutAnnounced } from './rules.ts';
export { sweepMetrics } from './sweep-metrics.ts';
export { takeDuePlatformWork } from './take-due-work.ts';
