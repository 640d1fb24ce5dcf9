import { runAsCommand } from './local/process/command.ts';
import { buildBundle } from './local/workers/bundle.ts';

await runAsCommand(import.meta.url, async () => buildBundle());
