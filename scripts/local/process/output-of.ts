import { spawnSync } from 'node:child_process';
import { projectRoot } from './project-root.ts';
import { SetupProblem } from './setup-problem.ts';

/** Runs a command in the project, and returns its output. */
export function outputOf(command: string, args: readonly string[], cwd = projectRoot): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  if (status !== 0) throw new SetupProblem(`${command} ${args.join(' ')} failed: ${stderr || stdout || error}`);
  return stdout;
}
