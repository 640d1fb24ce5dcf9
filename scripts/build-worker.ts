import { buildAssets, bundleDirectory, hasAssets } from './local/bundle.ts';
import { runAsCommand } from './local/command.ts';
import { buildWorker } from './local/worker-modules.ts';

/** What wrangler runs before it serves or deploys the Worker. The assets change seldom: `npm run build` makes them anew. */
await runAsCommand(import.meta.url, async () => {
  if (!hasAssets()) buildAssets();
  buildWorker(bundleDirectory);
});
