import { edgeFunctions } from '../functions/settings/index.ts';
import { runAsCommand } from './local/process/command.ts';
import { SetupProblem } from './local/process/setup-problem.ts';
import { devDirectory } from './local/workers/bundle.ts';
import { buildForDev } from './local/workers/worker-modules.ts';

/** The build that `wrangler dev` runs when a source of an edge function changes. */
await runAsCommand(import.meta.url, async () => {
  const name = edgeFunctions.find((known) => known === process.argv[2]);
  if (name === undefined) throw new SetupProblem(`Give one of ${edgeFunctions.join(', ')}.`);
  buildForDev(devDirectory, name);
});
