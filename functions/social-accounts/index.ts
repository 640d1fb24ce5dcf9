export { measurePosts } from './measure-posts.ts';
export { openPlatform } from './open-platform.ts';
export { addressForOwner } from './picture-address.ts';
export { refreshPictures } from './refresh-pictures.ts';
export { refreshViews } from './refresh-views.ts';
export { sweepMetrics } from './sweep-metrics.ts';
