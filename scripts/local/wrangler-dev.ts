import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { buildAssets, devDirectory, quietWrangler, wranglerCli } from './bundle.ts';
import { projectRoot } from './project-root.ts';
import type { Stoppable } from './running.ts';
import { SetupProblem } from './setup-problem.ts';
import { endWithThisProcess } from './watchdog.ts';
import type { LineFormat } from './worker-lines.ts';
import { buildForDev } from './worker-modules.ts';

export interface WranglerDevOptions {
  port: number;
  bindings: Record<string, string>;
  /** Where R2 and the cache keep their files. */
  storage: string;
  /** Gets the settings: on a command line everybody could read the secrets. */
  envFile: string;
  /** Formats the lines of the Worker's log. */
  format: LineFormat;
}

export interface WranglerDev extends Stoppable {
  whenEnded(then: () => void): void;
}

/** `wrangler dev`, which builds the Worker anew when a source file changes. */
export async function startWranglerDev({
  port,
  bindings,
  storage,
  envFile,
  format,
}: WranglerDevOptions): Promise<WranglerDev> {
  buildAssets();
  const entry = path.relative(projectRoot, buildForDev(devDirectory));
  const lines = Object.entries(bindings).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
  writeFileSync(envFile, lines.join(''), { mode: 0o600 });
  const address = ['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'];
  const files = ['--persist-to', storage, '--env-file', envFile];
  const child = spawn(
    process.execPath,
    [
      '--no-warnings',
      wranglerCli(),
      'dev',
      entry,
      '--env=',
      ...address,
      ...files,
      '--show-interactive-dev-session=false',
    ],
    {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...quietWrangler, CASTLINE_BUILD: 'dev' },
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

/** Drops wrangler's own request lines: inside/local.ts logs each request, and wrangler also logs the control requests of the stack. */
function printLines(stream: Readable, format: LineFormat): void {
  createInterface({ input: stream }).on('line', (line) => {
    const text = /^\[wrangler:info\] [A-Z]+ \//.test(stripVTControlCharacters(line)) ? null : format(line);
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
  throw new SetupProblem('wrangler dev did not start: see its words above.');
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
