import { clock } from './stack-clock.ts';
import worker from './worker.js';
import { Wrapped } from './wrapped.ts';

/** The edge function with the clock of the stack. */
export default new Wrapped(worker, clock);
