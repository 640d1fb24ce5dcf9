import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runAsCommand } from './local/process/command.ts';
import { outputOf } from './local/process/output-of.ts';
import { projectRoot } from './local/process/project-root.ts';
import { positive, runTimed } from './local/process/run-timed.ts';
import { SetupProblem } from './local/process/setup-problem.ts';

/** In seconds, on two idle cores. */
const limits = { 'npm run check': 15, 'npm test': 480, '.ci/run': 900 } as const;
type Command = keyof typeof limits;

/**
 * `npm run test:times`: in a clean clone of the committed files, times `npm run check` and `npm test` three times and
 * `.ci/run` once. Prints the seconds, and fails when a median is over its limit.
 */
await runAsCommand(import.meta.url, async () => {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '3' }, ci: { type: 'boolean', default: true } },
    allowNegative: true,
  });
  const runs = positive(values.runs, '--runs');
  const directory = mkdtempSync(path.join(tmpdir(), 'castline-times-'));
  const place = { clone: path.join(directory, 'clone'), logFile: path.join(directory, 'log') };
  try {
    outputOf('git', ['clone', '--quiet', projectRoot, place.clone]);
    outputOf('npm', ['ci'], place.clone);
    const late: Command[] = [];
    for (const command of ['npm run check', 'npm test'] as const)
      if (!(await isInTime(command, place, runs))) late.push(command);
    if (values.ci && !(await isInTime('.ci/run', place, 1))) late.push('.ci/run');
    if (late.length > 0) throw new SetupProblem(`Over the limit: ${late.join(', ')}.`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

interface Place {
  readonly clone: string;
  readonly logFile: string;
}

async function isInTime(command: Command, place: Place, runs: number): Promise<boolean> {
  const seconds: number[] = [];
  while (seconds.length < runs) seconds.push(await secondsOf(command, place));
  const median = seconds.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
  const all = seconds.map((s) => s.toFixed(1)).join(', ');
  console.log(`${command}: ${all} s; median ${median.toFixed(1)} of ${limits[command]} s`);
  return median <= limits[command];
}

async function secondsOf(command: Command, { clone, logFile }: Place): Promise<number> {
  const log = openSync(logFile, 'w');
  const { status, seconds } = await runTimed(command, { cwd: clone, stdio: ['ignore', log, log] });
  closeSync(log);
  if (status !== 0) throw new SetupProblem(`${command} failed:\n${readFileSync(logFile, 'utf8').slice(-4_000)}`);
  return seconds;
}
