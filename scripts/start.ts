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

/** `npm start`: the built Worker and all that it stands on, kept in .local/ from one start to the next. */
await runAsCommand(import.meta.url, async () => {
  const environment = process.env;
  const port = portFrom(environment.PORT, 8787);
  const dataDir = dataDirectory(environment.DATA_DIR);
  await waitForPort(port);
  buildIfStale();
  let isTold = false;
  // What the seed asks of the Worker is nobody's news.
  const log = (line: string) => (isTold || line.includes('"level":"error"')) && console.log(line);
  const running = await startAll(async (parts) => {
    const stack = parts.keep(
      await startStack({ dataDir, port, environment, log, clockBeginsMs: clockBegins(dataDir, environment) }),
    );
    parts.keep(keepAddresses(stack));
    await seedOnce(stack);
    parts.keep(startCronTicker(stack.control, stack.services.clock));
    await printBanner(stack);
    isTold = true;
    return parts;
  });
  stopOnSignal(running);
});
