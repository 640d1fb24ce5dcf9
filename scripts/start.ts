import { printBanner } from './local/banner.ts';
import { buildIfStale } from './local/bundle.ts';
import { runAsCommand } from './local/command.ts';
import { startCronTicker } from './local/cron-ticker.ts';
import { dataDirectory, portFrom } from './local/external-services.ts';
import { waitForPort } from './local/free-port.ts';
import { startAll } from './local/running.ts';
import { keepAddresses } from './local/running-stack.ts';
import { clockBegins, seedOnce } from './local/seed-once.ts';
import { startStack } from './local/stack.ts';
import { stopOnSignal } from './local/stop-on-signal.ts';
import { lineFormat } from './local/worker-lines.ts';

/** `npm start`: the built Worker and all that it stands on, kept in .local/ from one start to the next. */
await runAsCommand(import.meta.url, async () => {
  const environment = process.env;
  const port = portFrom(environment.PORT, 8787);
  const dataDir = dataDirectory(environment.DATA_DIR);
  await waitForPort(port);
  buildIfStale();
  const format = lineFormat(environment);
  let isOpen = false;
  // Until the banner is printed, only the seed calls the Worker: print nothing but errors.
  function log(line: string): void {
    const text = isOpen || line.includes('"level":"error"') ? format(line) : null;
    if (text !== null) console.log(text);
  }
  const running = await startAll(async (parts) => {
    const stack = parts.keep(
      await startStack({
        ...{ dataDir, port, environment, log, hasRequestLines: true },
        clockBeginsMs: clockBegins(dataDir, environment),
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
