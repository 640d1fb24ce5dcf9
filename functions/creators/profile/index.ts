export { readPreview } from './read-preview.ts';
