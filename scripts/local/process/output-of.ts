import { spawnSync } from 'node:child_process';
import { projectRoot } from './project-root.ts';
import { SetupProblem } from './setup-problem.ts';

/** What a command prints, run in the project. */
export function outputOf(command: string, args: readonly string[], cwd = projectRoot): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  if (status !== 0) throw new SetupProblem(`${command} ${args.join(' ')} failed: ${stderr || stdout || error}`);
  return stdout;
}
