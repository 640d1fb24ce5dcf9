import { isHeld } from './clock.ts';

/**
 * A call of an external service ends at its timeout, or by the command `end-timeouts`. While the clock is held, only the
 * command ends it, so that a hanging call hangs on any machine; its timeout begins when the clock goes on. Import this module before the edge
 * function.
 */
const timeoutOf = AbortSignal.timeout.bind(AbortSignal);
let ended: readonly number[] = [];

AbortSignal.timeout = (ms: number): AbortSignal => {
  if (ms < shortestMs && !isHeld()) return timeoutOf(ms);
  const controller = new AbortController();
  const before = ended;
  let own: AbortSignal | null = null;
  const end = (reason: unknown) => {
    clearInterval(polling);
    controller.abort(reason);
  };
  const begin = () => {
    if (own !== null || isHeld()) return;
    const signal = timeoutOf(ms);
    signal.addEventListener('abort', () => end(signal.reason));
    own = signal;
  };
  // In workerd only a request can abort itself: each timeout polls for the command, and stops with its request.
  const polling = setInterval(() => {
    if (ended.slice(before.length).some((maxMs) => ms <= maxMs))
      end(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    else begin();
  }, pollMs);
  begin();
  return controller.signal;
};

/** Ends every timeout of at most this number of milliseconds. */
export function endTimeouts(maxMs: number): void {
  ended = [...ended, maxMs];
}

/** Shorter timeouts are those of Redis. They end soon. */
const shortestMs = 500;
/** Shorter than the timers that a held clock stops. */
const pollMs = 5;
