/** After the timeout the isolate checks this many times for data that has already arrived. */
const looks = 10;
const lookMs = 5;

/**
 * A signal that aborts when no data has arrived for `ms`. It then leaves the isolate a moment to read pending data, because a timer also
 * fires when the isolate itself was busy with another request.
 */
export function silenceSignal(ms: number): AbortSignal {
  const controller = new AbortController();
  const look = (left: number): void => {
    if (left === 0) controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    else setTimeout(() => look(left - 1), lookMs);
  };
  AbortSignal.timeout(ms).addEventListener('abort', () => look(looks));
  return controller.signal;
}
