import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkDev } from './dev/check.ts';
import { startDev } from './dev/start.ts';
import { printBanner } from './local/banner.ts';
import { startCronTicker } from './local/cron-ticker.ts';
import { dataDirectory, portFrom } from './local/external-services.ts';
import { runAsCommand } from './local/process/command.ts';
import { freePort, waitForPort } from './local/process/free-port.ts';
import { Running, startAll } from './local/process/running.ts';
import { SetupProblem } from './local/process/setup-problem.ts';
import { stopOnSignal } from './local/process/stop-on-signal.ts';
import { clockBegins, seedOnce } from './local/seed-once.ts';

/**
 * `npm run dev`: the services and data of `npm start`, with the edge functions under `wrangler dev`, which reloads them
 * at every change. With `--check` it starts on a new folder, checks that all of this works, and ends.
 */
await runAsCommand(import.meta.url, async () => {
  const [argument, ...others] = process.argv.slice(2);
  if (argument === '--check' && others.length === 0) return check();
  if (argument !== undefined) throw new SetupProblem('npm run dev takes no argument but --check.');
  const environment = process.env;
  const port = portFrom(environment.PORT, 8787);
  const dataDir = dataDirectory(environment.DATA_DIR);
  await waitForPort(port);
  const running = await startAll(async (parts) => {
    const clockStartsMs = clockBegins(dataDir, environment);
    const dev = await startDev(parts, { port, dataDir, environment, clockStartsMs });
    await seedOnce(dev);
    parts.keep(startCronTicker(dev.control, dev.services.clock));
    printBanner(dev);
    dev.wrangler.whenEnded(() => process.kill(process.pid, 'SIGTERM'));
    return parts;
  });
  stopOnSignal(running);
});

async function check(): Promise<void> {
  const running = new Running();
  stopOnSignal(running);
  const startedAt = performance.now();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'castline-dev-'));
  try {
    const port = portFrom(process.env.PORT, await freePort());
    const dev = await startDev(running, { port, dataDir, environment: {}, clockStartsMs: 0, isTemporary: true });
    await checkDev(running, dev, startedAt);
  } finally {
    await running.stop();
  }
}
