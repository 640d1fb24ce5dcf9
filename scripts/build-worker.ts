import { buildAssets, bundleDirectory, devDirectory, hasAssets } from './local/bundle.ts';
import { runAsCommand } from './local/command.ts';
import { buildForDev, buildWorker } from './local/worker-modules.ts';

/** What wrangler runs before it serves or deploys the Worker. The assets change seldom: `npm run build` makes them anew. */
await runAsCommand(import.meta.url, async () => {
  if (!hasAssets()) buildAssets();
  // Set by `npm run dev`: its Worker goes by the clock and the queues of the local stack.
  if (process.env.CASTLINE_BUILD === 'dev') buildForDev(devDirectory);
  else buildWorker(bundleDirectory);
});
