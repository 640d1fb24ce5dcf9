export { measurePosts } from './measure-posts.ts';
export { openPlatform } from './open-platform.ts';
export { refreshViews } from './refresh-views.ts';
export { sweepFigures } from './sweep-figures.ts';
