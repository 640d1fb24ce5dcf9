import { setTime } from './clock.ts';
import { untilTimersHaveChecked } from './pauses.ts';
import { endTimeouts } from './timeouts.ts';
import type { Clock } from './wrapped.ts';

/** The clock of the stack, which tests and demos move. Import it before an edge function. */
export const clock: Clock = { setTime, untilTimersHaveChecked, endTimeouts };
