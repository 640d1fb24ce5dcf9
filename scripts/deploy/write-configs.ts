import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runAsCommand } from '../local/process/command.ts';
import { projectRoot } from '../local/process/project-root.ts';
import { configTexts } from './configs.ts';

/**
 * `npm run configs`: writes the changed configuration files for wrangler. A test compares them with the committed ones.
 */
await runAsCommand(import.meta.url, async () => {
  for (const [file, text] of configTexts()) {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`wrote ${path.relative(projectRoot, file)}`);
  }
});
