import { printBanner } from './local/banner.ts';
import { startCronTicker } from './local/cron-ticker.ts';
import { dataDirectory, portFrom } from './local/external-services.ts';
import { runAsCommand } from './local/process/command.ts';
import { waitForPort } from './local/process/free-port.ts';
import { startAll } from './local/process/running.ts';
import { stopOnSignal } from './local/process/stop-on-signal.ts';
import { keepAddresses } from './local/running-stack.ts';
import { clockBegins, seedOnce } from './local/seed-once.ts';
import { startStack } from './local/stack.ts';
import { buildIfStale } from './local/workers/bundle.ts';
import { lineFormat } from './local/workers/worker-lines.ts';

/** `npm start`: the built edge functions and their services, with data in .local/ between starts. */
await runAsCommand(import.meta.url, async () => {
  const environment = process.env;
  const port = portFrom(environment.PORT, 8787);
  const dataDir = dataDirectory(environment.DATA_DIR);
  await waitForPort(port);
  buildIfStale();
  const format = lineFormat(environment);
  let isOpen = false;
  // Until the banner is printed, only the seed calls the edge functions: print only errors.
  function log(line: string): void {
    const text = isOpen || line.includes('"level":"error"') ? format(line) : null;
    if (text !== null) console.log(text);
  }
  const running = await startAll(async (parts) => {
    const stack = parts.keep(
      await startStack({
        ...{ dataDir, port, environment, log, hasRequestLines: true },
        clockStartsMs: clockBegins(dataDir, environment),
      }),
    );
    parts.keep(keepAddresses(stack));
    await seedOnce(stack);
    parts.keep(startCronTicker(stack.control, stack.services.clock));
    printBanner(stack);
    isOpen = true;
    return parts;
  });
  stopOnSignal(running);
});
