import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runAsCommand } from '../local/command.ts';
import { configTexts } from './configs.ts';

/** `npm run configs`: writes the files that `wrangler deploy` gets. A test compares them with what is committed. */
await runAsCommand(import.meta.url, async () => {
  for (const [file, text] of configTexts()) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
});
