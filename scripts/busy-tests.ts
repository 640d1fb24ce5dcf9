import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runAsCommand } from './local/command.ts';
import { outputOf } from './local/output-of.ts';
import { projectRoot } from './local/project-root.ts';
import { SetupProblem } from './local/setup-problem.ts';
import { endWithThisProcess } from './local/watchdog.ts';

const folder = path.join(projectRoot, '.local/busy-tests');
const countFile = path.join(folder, 'count.json');

interface Count {
  /** Of everything that the tests run: another state is counted from zero. */
  readonly sources: string;
  readonly seconds: readonly number[];
}

/**
 * `npm run test:busy`: `npm test` again and again beside a process for each core that does nothing but keep it busy. A test that
 * fails by chance or by time fails here. The count is kept over interruptions; it begins anew when a source changes.
 */
await runAsCommand(import.meta.url, async () => {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '10' } } });
  const runs = Number(values.runs);
  mkdirSync(folder, { recursive: true });
  const sources = hashOfSources();
  let { seconds } = countOf(sources);
  if (seconds.length > 0) console.log(`${seconds.length} of ${runs} runs have passed before.`);
  const busy = Array.from({ length: availableParallelism() }, keepBusy);
  try {
    while (seconds.length < runs) {
      const run = seconds.length + 1;
      const taken = await test(path.join(folder, `${run}.log`));
      if (hashOfSources() !== sources) throw new SetupProblem('A source has changed meanwhile: begin anew.');
      seconds = [...seconds, taken];
      writeFileSync(countFile, JSON.stringify({ sources, seconds } satisfies Count));
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
    // none is kept
  }
  return { sources, seconds: [] };
}

/** Of every file that git knows or would, but the documents. */
function hashOfSources(): string {
  const files = outputOf('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ':!*.md']).split('\n');
  const hash = createHash('sha256');
  for (const file of files.filter(Boolean).sort()) {
    try {
      hash.update(`${file}\0`).update(readFileSync(path.join(projectRoot, file)));
    } catch {
      // it was removed and git still knows it
    }
  }
  return hash.digest('hex');
}

function keepBusy(): ChildProcess {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  endWithThisProcess(child, 'KILL');
  return child;
}

/** Gives the seconds that it took. */
async function test(logFile: string): Promise<number> {
  const log = openSync(logFile, 'w');
  const startedAt = performance.now();
  const child = spawn('npm', ['test'], { cwd: projectRoot, stdio: ['ignore', log, log] });
  const status = await new Promise((resolve) => child.once('exit', resolve));
  closeSync(log);
  if (status !== 0) throw new SetupProblem(`npm test failed (${status}), see ${logFile}.`);
  return Math.round((performance.now() - startedAt) / 1_000);
}
