import { edgeFunctions } from '../functions/settings/index.ts';
import { devDirectory } from './local/bundle.ts';
import { runAsCommand } from './local/command.ts';
import { SetupProblem } from './local/setup-problem.ts';
import { buildForDev } from './local/worker-modules.ts';

/** What `wrangler dev` runs when a source of an edge function changes. */
await runAsCommand(import.meta.url, async () => {
  const name = edgeFunctions.find((known) => known === process.argv[2]);
  if (name === undefined) throw new SetupProblem(`Name one of ${edgeFunctions.join(', ')}.`);
  buildForDev(devDirectory, name);
});
