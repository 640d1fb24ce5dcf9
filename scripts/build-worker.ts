import { bundleDirectory } from './local/bundle.ts';
import { runAsCommand } from './local/command.ts';
import { buildWorker } from './local/worker-modules.ts';

/** What wrangler runs before it serves or deploys the Worker. */
await runAsCommand(import.meta.url, async () => buildWorker(bundleDirectory));
