import { buildBundle } from './local/bundle.ts';
import { runAsCommand } from './local/command.ts';

await runAsCommand(import.meta.url, async () => buildBundle());
