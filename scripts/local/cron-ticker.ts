import type { LocalClock } from './clock.ts';
import type { Control } from './control.ts';
import { isDue } from './cron-times.ts';
import type { Stoppable } from './process/running.ts';
import { workerConfig } from './workers/worker-config.ts';

/** Fires the crons of wrangler.toml at their minutes (UTC), as the platform does; skipped minutes fire none. */
export function startCronTicker(control: Pick<Control, 'fireCron'>, clock: LocalClock): Stoppable {
  const { crons } = workerConfig();
  let timer: NodeJS.Timeout;

  function waitForNextMinute(): void {
    clearTimeout(timer);
    if (clock.time.heldAt !== null) return; // The listener is called when the clock runs again.
    timer = setTimeout(tick, 60_000 - (clock.now().getTime() % 60_000) + 50);
    timer.unref();
  }
  function tick(): void {
    const minute = new Date(Math.floor(clock.now().getTime() / 60_000) * 60_000);
    for (const cron of crons.filter((expression) => isDue(expression, minute))) {
      control.fireCron(cron).catch((error: unknown) => console.error(`cron ${cron}: ${error}`));
    }
    waitForNextMinute();
  }

  waitForNextMinute();
  const forget = clock.onMove(waitForNextMinute);
  return {
    stop: async () => {
      forget();
      clearTimeout(timer);
    },
  };
}
