import { isHeld } from './clock.ts';

/**
 * Whoever waits for an answer from outside gives up when its time is over, or when the stack orders it. While the clock is held,
 * only the order ends it: what hangs then hangs, however slow the machine is. This must be imported before the Worker.
 */
const timeoutOf = AbortSignal.timeout.bind(AbortSignal);
let orders: readonly number[] = [];

AbortSignal.timeout = (ms: number): AbortSignal => {
  if (ms < shortestMs && !isHeld()) return timeoutOf(ms);
  const own = isHeld() ? [] : [timeoutOf(ms)];
  const before = orders;
  const ordered = new AbortController();
  // In workerd a request is aborted by itself alone: each looks for the order, and stops with its request.
  const looking = setInterval(() => {
    if (!orders.slice(before.length).some((mostMs) => ms <= mostMs)) return;
    clearInterval(looking);
    ordered.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, lookMs);
  return AbortSignal.any([...own, ordered.signal]);
};

/** Whatever waits now for an answer from outside, and was to wait so many milliseconds at most, gives up. */
export function giveUp(mostMs: number): void {
  orders = [...orders, mostMs];
}

/** What waits less is over soon anyway: Redis. */
const shortestMs = 500;
/** Less than a pause that a held clock holds. */
const lookMs = 5;
