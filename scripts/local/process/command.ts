import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SetupProblem } from './setup-problem.ts';

/** Runs `command` when Node was started with the module at `url`; a set-up problem ends it with its sentence. */
export async function runAsCommand(url: string, command: () => Promise<void>): Promise<void> {
  const started = process.argv[1];
  if (started === undefined || realpathSync(started) !== realpathSync(fileURLToPath(url))) return;
  try {
    await command();
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
