export { measurePosts } from './measure-posts.ts';
export { openPlatform } from './open-platform.ts';
export { addressForOwner } from './picture-address.ts';
export { refreshPictures } from './refresh-pictures.ts';
export { refreshViews } from './refresh-views.ts';
export { sweepFigures } from './sweep-figures.ts';
