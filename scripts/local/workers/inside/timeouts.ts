import { isHeld } from './clock.ts';

/**
 * A call of an external service ends at its timeout, or by the command `end-timeouts`. While the clock is held, only the
 * command ends it, so that a hanging call hangs on any machine. Import this module before the edge function.
 */
const timeoutOf = AbortSignal.timeout.bind(AbortSignal);
let ended: readonly number[] = [];

AbortSignal.timeout = (ms: number): AbortSignal => {
  if (ms < shortestMs && !isHeld()) return timeoutOf(ms);
  const own = isHeld() ? [] : [timeoutOf(ms)];
  const before = ended;
  const controller = new AbortController();
  // In workerd only a request can abort itself: each timeout polls for the command, and stops with its request.
  const polling = setInterval(() => {
    if (!ended.slice(before.length).some((maxMs) => ms <= maxMs)) return;
    clearInterval(polling);
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, pollMs);
  return AbortSignal.any([...own, controller.signal]);
};

/** Ends every timeout of at most this number of milliseconds. */
export function endTimeouts(maxMs: number): void {
  ended = [...ended, maxMs];
}

/** Shorter timeouts are those of Redis. They end soon. */
const shortestMs = 500;
/** Shorter than the timers that a held clock stops. */
const pollMs = 5;
