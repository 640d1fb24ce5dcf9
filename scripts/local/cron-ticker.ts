import { isDue } from './cron-times.ts';
import type { Stoppable } from './running.ts';
import { workerConfig } from './worker-config.ts';

/** Fires the crons of wrangler.toml at their minutes (UTC), as the platform does; locally nothing else would. */
export function startCronTicker(workerUrl: string): Stoppable {
  const { crons } = workerConfig();
  let timer: NodeJS.Timeout;

  function waitForNextMinute(): void {
    timer = setTimeout(tick, 60_000 - (Date.now() % 60_000) + 50);
    timer.unref();
  }
  function tick(): void {
    const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000);
    for (const cron of crons.filter((expression) => isDue(expression, minute))) {
      fireCron(workerUrl, cron, minute).catch((error: unknown) => console.error(`cron ${cron}: ${error}`));
    }
    waitForNextMinute();
  }

  waitForNextMinute();
  return { stop: async () => clearTimeout(timer) };
}

/** Runs the Worker's scheduled handler once. */
export async function fireCron(workerUrl: string, cron: string, at: Date): Promise<void> {
  const query = new URLSearchParams({ cron, time: String(at.getTime()) });
  const response = await fetch(`${workerUrl}/cdn-cgi/local/scheduled?${query}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`the scheduled handler answered ${response.status} ${text}`);
}
