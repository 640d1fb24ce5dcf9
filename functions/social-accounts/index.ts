export { openPlatform } from './open-platform.ts';
