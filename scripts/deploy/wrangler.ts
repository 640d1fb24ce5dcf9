import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../local/process/project-root.ts';
import { SetupProblem } from '../local/process/setup-problem.ts';
import { quietWrangler, wranglerCli } from '../local/workers/bundle.ts';

export interface WranglerResult {
  readonly isDone: boolean;
  readonly stdout: string;
  /** Both output streams, for a person. */
  readonly text: string;
  /** The machine-readable records of wrangler, such as the id of an uploaded version. */
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

/** Runs one wrangler command. `input` becomes its standard input, so that secrets are never written to a disk. */
export type Wrangler = (args: readonly string[], input?: string) => WranglerResult;

/** The only place that starts wrangler for a deployment. The tests replace `command`. */
export const wranglerOf =
  (command: readonly [string, ...string[]] = [process.execPath, '--no-warnings', wranglerCli()]): Wrangler =>
  (args, input) => {
    const directory = mkdtempSync(path.join(tmpdir(), 'castline-wrangler-'));
    const recordFile = path.join(directory, 'records.ndjson');
    try {
      const [executable, ...before] = command;
      const done = spawnSync(executable, [...before, ...args], {
        cwd: projectRoot,
        env: { ...process.env, ...quietWrangler, CI: 'true', WRANGLER_OUTPUT_FILE_PATH: recordFile },
        input: input ?? '',
        encoding: 'utf8',
      });
      return {
        isDone: done.status === 0,
        stdout: done.stdout,
        text: `${done.stdout}${done.stderr}`.trim(),
        records: recordsIn(recordFile),
      };
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  };

/** The result of a command that must succeed. */
export function mustRun(wrangler: Wrangler, args: readonly string[], input?: string): WranglerResult {
  const result = wrangler(args, input);
  if (!result.isDone) throw new SetupProblem(`wrangler ${args.join(' ')} failed:\n${result.text}`);
  return result;
}

function recordsIn(file: string): Record<string, unknown>[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> => JSON.parse(line));
}
