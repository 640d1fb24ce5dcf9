import { isHeld } from './clock.ts';

const { setInterval: every, setTimeout: after } = globalThis;

/**
 * Timers that start while the clock is held end when the clock has moved past their time. Import this module before the
 * edge function.
 */
const timerByClock = (start: typeof setTimeout, isRepeated: boolean) =>
  ((act: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    if (!isHeld() || ms < shortestMs) return start(act, ms, ...given);
    let dueAt = Date.now() + ms;
    // In workerd a timer belongs to its request: each checks the clock itself.
    const polling = every(() => {
      if (Date.now() < dueAt) return;
      if (isRepeated) dueAt = Date.now() + ms;
      else clearInterval(polling);
      act(...given);
    }, pollMs);
    return polling;
  }) as typeof setTimeout;

globalThis.setTimeout = timerByClock(after, false);
globalThis.setInterval = timerByClock(every as typeof setTimeout, true) as typeof setInterval;

/** Resolves after all timers have checked a moved clock. The timers end in the order of their times. */
export async function untilTimersHaveChecked(): Promise<void> {
  if (isHeld()) await new Promise((resolve) => after(resolve, 4 * pollMs));
}

/** The clock does not affect shorter timers, because they wait for another request of the isolate. */
const shortestMs = 10;
const pollMs = 5;
