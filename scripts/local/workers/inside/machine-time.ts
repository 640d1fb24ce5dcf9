import worker from './worker.js';
import { Wrapped } from './wrapped.ts';

/** The edge function with the time of the machine: the clock of the stack would cost the benchmarks time that no deployment spends. */
export default new Wrapped(worker, null);
