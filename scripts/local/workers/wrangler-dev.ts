import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { projectRoot } from '../process/project-root.ts';
import type { Stoppable } from '../process/running.ts';
import { SetupProblem } from '../process/setup-problem.ts';
import { endWithThisProcess } from '../process/watchdog.ts';
import { devDirectory, quietWrangler, wranglerCli } from './bundle.ts';
import { writeDevConfigs } from './dev-configs.ts';
import { lineOf, type States, startDevBuilds } from './dev-watch.ts';
import type { FunctionBindings } from './worker-bindings.ts';
import type { LineFormat } from './worker-lines.ts';

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
  /** Called after each change of a source, with the state of each build. */
  whenBuilt(then: (states: States) => void): void;
}

/** `wrangler dev` of all edge functions. A changed source file rebuilds and reloads those that it is part of. */
export async function startWranglerDev({
  port,
  bindings,
  local,
  storage,
  format,
}: WranglerDevOptions): Promise<WranglerDev> {
  const builds = await startDevBuilds(devDirectory);
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
      // Otherwise wrangler would connect edge functions of these names that other folders run.
      env: { ...process.env, ...quietWrangler, WRANGLER_REGISTRY_PATH: path.join(storage, 'registry') },
    },
  );
  printLines(child.stdout, format);
  printLines(child.stderr, format);
  endWithThisProcess(child, 'INT');
  await untilItAnswers(`http://127.0.0.1:${port}/`, () => hasEnded(child));
  const listeners = new Set<(states: States) => void>();
  builds.watch((states, seconds) => {
    console.log(lineOf(states, seconds));
    for (const listener of listeners) listener(states);
  });
  return {
    whenEnded: (then) => child.once('exit', then),
    whenBuilt: (then) => void listeners.add(then),
    async stop() {
      await builds.stop();
      if (hasEnded(child)) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await ended;
    },
  };
}

/**
 * Request lines (inside/wrapped.ts logs each request, and wrangler also those of the control), its own builds, which do nothing, and its
 * tables of bindings, which show parts of secrets, and of modules.
 */
const isNoise = /^\[wrangler:info\] [A-Z]+ \/|^\[custom build\]|restarting build\.\.\.$|^env\.|^[┌├└│]/;

/** Wrangler marks warnings and errors of the edge functions in front of their JSON. */
function printLines(stream: Readable, format: LineFormat): void {
  createInterface({ input: stream }).on('line', (line) => {
    const plain = stripVTControlCharacters(line);
    const json = /^\S+ \[(?:WARNING|ERROR)\] (\{.*)$/.exec(plain)?.[1];
    const text = isNoise.test(plain) ? null : format(json ?? line);
    if (text !== null) console.log(text);
  });
}

/** Resolves when the edge functions answer with a status below 500: a process that listens may still fail at each request. */
export async function untilItAnswers(url: string, hasEnded: () => boolean, limitMs = 120_000): Promise<void> {
  const startedAt = performance.now();
  let last: number | undefined;
  while (!hasEnded()) {
    last = await fetch(url, { redirect: 'manual' }).then(
      ({ status }) => status,
      () => last,
    );
    if (last !== undefined && last < 500) return;
    if (performance.now() - startedAt > limitMs) {
      const answer = last === undefined ? 'does not answer' : `answers with the status ${last}`;
      throw new SetupProblem(`wrangler dev ${answer}. See its output above.`);
    }
    await sleep(100);
  }
  throw new SetupProblem('wrangler dev did not start. See its output above.');
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
