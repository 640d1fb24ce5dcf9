/** After the time is over, so often the isolate takes what has arrived meanwhile. */
const looks = 10;
const lookMs = 5;

/**
 * A signal that aborts when nothing has come for `ms`, and for a moment more in which this isolate had time to take it. A timer
 * alone is over also where the isolate itself was busy with another request, and the answer waits to be read.
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
