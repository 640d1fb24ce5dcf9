/**
 * Whoever waits for an answer from outside gives up when its time is over, or when the stack orders it. This must be imported
 * before the Worker.
 */
const timeoutOf = AbortSignal.timeout.bind(AbortSignal);
let orders = 0;

AbortSignal.timeout = (ms: number): AbortSignal => {
  if (ms < shortestMs) return timeoutOf(ms);
  const before = orders;
  const ordered = new AbortController();
  // In workerd a request is aborted by itself alone: each looks for the order, and stops with its request.
  const looking = setInterval(() => {
    if (orders === before) return;
    clearInterval(looking);
    ordered.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, lookMs);
  return AbortSignal.any([timeoutOf(ms), ordered.signal]);
};

/** Everything that waits now for an answer from outside gives up. */
export function giveUp(): void {
  orders += 1;
}

/** What waits less is over soon anyway: Redis. */
const shortestMs = 500;
const lookMs = 20;
