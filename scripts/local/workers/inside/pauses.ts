import { isHeld } from './clock.ts';

const { setInterval: every, setTimeout: after } = globalThis;

/**
 * Timers that begin while the clock is held end when the clock has moved past their time. Import this before the
 * Worker.
 */
const byTheClock = (start: typeof setTimeout, isRepeated: boolean) =>
  ((act: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    if (!isHeld() || ms < shortestMs) return start(act, ms, ...given);
    let dueAt = Date.now() + ms;
    // In workerd a timer belongs to its request: each checks the clock itself.
    const looking = every(() => {
      if (Date.now() < dueAt) return;
      if (isRepeated) dueAt = Date.now() + ms;
      else clearInterval(looking);
      act(...given);
    }, lookMs);
    return looking;
  }) as typeof setTimeout;

globalThis.setTimeout = byTheClock(after, false);
globalThis.setInterval = byTheClock(every as typeof setTimeout, true) as typeof setInterval;

/** Returns when the timers that a move has ended are done: they end in the order of their times, however late. */
export async function untilPausesHaveLooked(): Promise<void> {
  if (isHeld()) await new Promise((resolve) => after(resolve, 4 * lookMs));
}

/** Shorter timers check whether another request of the isolate is done. */
const shortestMs = 10;
const lookMs = 5;
