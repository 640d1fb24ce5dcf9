import { setTime } from './clock.ts';
import { untilTimersHaveChecked } from './pauses.ts';
import { endTimeouts } from './timeouts.ts';
import { wrapped } from './wrapped.ts';

/** The edge function with the clock of the stack, which tests and demos move. */
export default wrapped({ setTime, untilTimersHaveChecked, endTimeouts });
