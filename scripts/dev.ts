import path from 'node:path';
import { printBanner } from './local/banner.ts';
import { startControl } from './local/control.ts';
import { startCronTicker } from './local/cron-ticker.ts';
import { dataDirectory, portFrom } from './local/external-services.ts';
import { runAsCommand } from './local/process/command.ts';
import { waitForPort } from './local/process/free-port.ts';
import { startAll } from './local/process/running.ts';
import { stopOnSignal } from './local/process/stop-on-signal.ts';
import { keepAddresses } from './local/running-stack.ts';
import { clockBegins, seedOnce } from './local/seed-once.ts';
import { startServices } from './local/services.ts';
import { lineFormat } from './local/workers/worker-lines.ts';
import { startWranglerDev } from './local/workers/wrangler-dev.ts';

/**
 * `npm run dev`: the services and data of `npm start`, with the edge functions under `wrangler dev`, which rebuilds
 * them at every change.
 */
await runAsCommand(import.meta.url, async () => {
  const environment = process.env;
  const port = portFrom(environment.PORT, 8787);
  const dataDir = dataDirectory(environment.DATA_DIR);
  const format = lineFormat(environment);
  await waitForPort(port);
  const running = await startAll(async (parts) => {
    const services = parts.keep(
      await startServices({ dataDir, environment, clockStartsMs: clockBegins(dataDir, environment) }),
    );
    const baseUrl = `http://127.0.0.1:${port}`;
    const control = parts.keep(await startControl(services));
    const bindings = services.bindings(baseUrl);
    const added = control.serve(baseUrl, { hasRequestLines: true });
    const storage = path.join(dataDir, 'wrangler');
    const wrangler = parts.keep(await startWranglerDev({ port, bindings, local: added, storage, format }));
    const local = { dataDir, baseUrl, bindings, services, control };
    parts.keep(keepAddresses(local));
    await seedOnce(local);
    parts.keep(startCronTicker(control, services.clock));
    printBanner(local);
    wrangler.whenEnded(() => process.kill(process.pid, 'SIGTERM'));
    return parts;
  });
  stopOnSignal(running);
});
