export { readGeneration } from './read-generation.ts';
