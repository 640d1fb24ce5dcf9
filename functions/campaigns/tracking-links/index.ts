export { countClicks } from './count-clicks.ts';
export { keepSketches } from './keep-sketches.ts';
export { sweepClicks } from './sweep-clicks.ts';
