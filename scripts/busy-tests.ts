import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runAsCommand } from './local/process/command.ts';
import { outputOf } from './local/process/output-of.ts';
import { projectRoot } from './local/process/project-root.ts';
import { positive, runTimed } from './local/process/run-timed.ts';
import { SetupProblem } from './local/process/setup-problem.ts';
import { endWithThisProcess } from './local/process/watchdog.ts';

const folder = path.join(projectRoot, '.local/busy-tests');
const countFile = path.join(folder, 'count.json');

interface Count {
  /** The hash of all files of a test run. A change resets the count. */
  readonly sources: string;
  /** The durations of passed runs. */
  readonly seconds: readonly number[];
}

/**
 * `npm run test:busy`: repeats `npm test` while a process for each core keeps the machine busy, so that tests that
 * depend on chance or on time fail. An interruption keeps the count; a failure or a change of a source resets it.
 */
await runAsCommand(import.meta.url, async () => {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '10' } } });
  const runs = positive(values.runs, '--runs');
  mkdirSync(folder, { recursive: true });
  const sources = hashOfSources();
  let { seconds } = countOf(sources);
  if (seconds.length > 0) console.log(`${seconds.length} of ${runs} runs passed earlier.`);
  const busy = Array.from({ length: availableParallelism() }, keepBusy);
  try {
    while (seconds.length < runs) {
      const run = seconds.length + 1;
      const taken = await test(run);
      if (hashOfSources() !== sources) throw new SetupProblem('A source file changed during the runs. Start again.');
      seconds = taken === null ? [] : [...seconds, taken];
      writeFileSync(countFile, JSON.stringify({ sources, seconds } satisfies Count));
      if (taken === null) throw new SetupProblem(`Run ${run} failed, see ${folder}. The count starts again.`);
      console.log(`run ${run} of ${runs}: passed in ${taken} s`);
    }
  } finally {
    for (const child of busy) child.kill('SIGKILL');
  }
  console.log(`${runs} runs passed: ${seconds.join(', ')} s.`);
});

function countOf(sources: string): Count {
  try {
    const count: Count = JSON.parse(readFileSync(countFile, 'utf8'));
    if (count.sources === sources) return count;
  } catch {
    // no log is stored
  }
  return { sources, seconds: [] };
}

/** The hash of every file that git tracks or does not ignore. */
function hashOfSources(): string {
  const files = outputOf('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']).split('\0');
  const hash = createHash('sha256');
  for (const file of [...new Set(files)].filter(Boolean).sort()) {
    try {
      hash.update(`${file}\0`).update(readFileSync(path.join(projectRoot, file)));
    } catch {
      // the file was removed, and git still lists it
    }
  }
  return hash.digest('hex');
}

function keepBusy(): ChildProcess {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  endWithThisProcess(child, 'KILL');
  return child;
}

/** The duration of the run in seconds; null for a failure, whose log stays. */
async function test(run: number): Promise<number | null> {
  const logFile = path.join(folder, `${run}.log`);
  const log = openSync(logFile, 'w');
  const { status, seconds } = await runTimed('npm test', { cwd: projectRoot, stdio: ['ignore', log, log] });
  closeSync(log);
  if (status === 0) return Math.round(seconds);
  renameSync(logFile, path.join(folder, `failed-${new Date().toISOString().replaceAll(':', '-')}.log`));
  return null;
}
