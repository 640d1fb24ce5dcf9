import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { lifecycleDocument } from './lifecycle/document.ts';
import { runAsCommand } from './local/process/command.ts';
import { projectRoot } from './local/process/project-root.ts';
import { SetupProblem } from './local/process/setup-problem.ts';

/**
 * `npm run lifecycle` writes docs/lifecycle.md; `npm run lifecycle -- --check` fails if the file is out of date.
 */
await runAsCommand(import.meta.url, async () => {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const file = path.join(projectRoot, 'docs', 'lifecycle.md');
  if (!values.check) writeFileSync(file, lifecycleDocument());
  else if (readFileSync(file, 'utf8') !== lifecycleDocument())
    throw new SetupProblem('docs/lifecycle.md does not match the life tables. Run "npm run lifecycle".');
});
