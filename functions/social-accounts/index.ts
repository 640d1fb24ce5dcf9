export { openPlatform } from './open-platform.ts';
export { refreshViews } from './refresh-views.ts';
