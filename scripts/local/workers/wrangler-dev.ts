import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { edgeFunctions } from '../../../functions/settings/index.ts';
import { projectRoot } from '../process/project-root.ts';
import type { Stoppable } from '../process/running.ts';
import { SetupProblem } from '../process/setup-problem.ts';
import { endWithThisProcess } from '../process/watchdog.ts';
import { buildAssets, devDirectory, quietWrangler, wranglerCli } from './bundle.ts';
import { writeDevConfigs } from './dev-configs.ts';
import type { FunctionBindings } from './worker-bindings.ts';
import type { LineFormat } from './worker-lines.ts';
import { buildForDev } from './worker-modules.ts';

export interface WranglerDevOptions {
  port: number;
  bindings: FunctionBindings;
  /** The folder for the files of R2 and the cache. */
  storage: string;
  /** The local additions to the settings. */
  local: FunctionBindings;
  /** Formats the log lines of the edge functions. */
  format: LineFormat;
}

export interface WranglerDev extends Stoppable {
  whenEnded(then: () => void): void;
}

/** `wrangler dev` of all edge functions, which rebuilds them when a source file changes. */
export async function startWranglerDev({
  port,
  bindings,
  local,
  storage,
  format,
}: WranglerDevOptions): Promise<WranglerDev> {
  buildAssets();
  for (const name of edgeFunctions) buildForDev(devDirectory, name);
  const configs = writeDevConfigs(devDirectory, bindings, local).flatMap((file) => ['-c', file]);
  const address = ['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'];
  const child = spawn(
    process.execPath,
    [
      '--no-warnings',
      wranglerCli(),
      'dev',
      ...configs,
      ...address,
      ...['--persist-to', storage],
      '--show-interactive-dev-session=false',
    ],
    {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...quietWrangler },
    },
  );
  printLines(child.stdout, format);
  printLines(child.stderr, format);
  endWithThisProcess(child, 'INT');
  await untilItAnswers(child, port);
  return {
    whenEnded: (then) => child.once('exit', then),
    async stop() {
      if (hasEnded(child)) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await ended;
    },
  };
}

/**
 * Drops wrangler's request lines: inside/wrapped.ts logs each request, and wrangler also logs the control requests of the
 * stack. Wrangler marks warnings and errors of the edge functions in front of their JSON.
 */
function printLines(stream: Readable, format: LineFormat): void {
  createInterface({ input: stream }).on('line', (line) => {
    const plain = stripVTControlCharacters(line);
    const json = /^\S+ \[(?:WARNING|ERROR)\] (\{.*)$/.exec(plain)?.[1];
    const text = /^\[wrangler:info\] [A-Z]+ \//.test(plain) ? null : format(json ?? line);
    if (text !== null) console.log(text);
  });
}

async function untilItAnswers(child: ChildProcess, port: number): Promise<void> {
  while (!hasEnded(child)) {
    const answers = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (answers) return;
    await sleep(100);
  }
  throw new SetupProblem('wrangler dev did not start. See its output above.');
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
