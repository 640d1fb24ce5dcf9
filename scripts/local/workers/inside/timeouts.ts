import { isHeld } from './clock.ts';

/**
 * A wait for an outside answer ends at its timeout, or when the stack orders it. While the clock is held only the order
 * ends it, so that a hanging call hangs on any machine. Import this before the Worker.
 */
const timeoutOf = AbortSignal.timeout.bind(AbortSignal);
let orders: readonly number[] = [];

AbortSignal.timeout = (ms: number): AbortSignal => {
  if (ms < shortestMs && !isHeld()) return timeoutOf(ms);
  const own = isHeld() ? [] : [timeoutOf(ms)];
  const before = orders;
  const ordered = new AbortController();
  // In workerd only a request can abort itself: each checks for the order, and stops with its request.
  const looking = setInterval(() => {
    if (!orders.slice(before.length).some((mostMs) => ms <= mostMs)) return;
    clearInterval(looking);
    ordered.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, lookMs);
  return AbortSignal.any([...own, ordered.signal]);
};

/** Times out every outside wait that has a limit of at most this number of milliseconds. */
export function giveUp(mostMs: number): void {
  orders = [...orders, mostMs];
}

/** Shorter timeouts end soon anyway: those of Redis. */
const shortestMs = 500;
/** Shorter than the timers that a held clock stops. */
const lookMs = 5;
