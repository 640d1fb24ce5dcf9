import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runAsCommand } from './local/command.ts';
import { outputOf } from './local/output-of.ts';
import { projectRoot } from './local/project-root.ts';
import { SetupProblem } from './local/setup-problem.ts';

/** What must be proven within so many seconds, on two cores that nobody else keeps busy. */
const limits = { 'npm run check': 15, 'npm test': 480, '.ci/run': 900 } as const;
type Command = keyof typeof limits;

/**
 * `npm run test:times`: times the checks in a clean clone of what is committed: `npm run check` and `npm test` three times, `.ci/run`
 * once. Prints the seconds, and fails where a median is over its limit.
 */
await runAsCommand(import.meta.url, async () => {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '3' }, ci: { type: 'boolean', default: true } },
    allowNegative: true,
  });
  const runs = Number(values.runs);
  const clone = mkdtempSync(path.join(tmpdir(), 'castline-times-'));
  try {
    outputOf('git', ['clone', '--quiet', projectRoot, clone]);
    outputOf('npm', ['ci'], clone);
    const late = (['npm run check', 'npm test'] as const).filter((command) => !isInTime(command, clone, runs));
    if (values.ci && !isInTime('.ci/run', clone, 1)) throw new SetupProblem('CI takes too long.');
    if (late.length > 0) throw new SetupProblem(`${late.join(' and ')} took too long.`);
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
});

function isInTime(command: Command, clone: string, runs: number): boolean {
  const seconds = Array.from({ length: runs }, () => secondsOf(command, clone)).sort((a, b) => a - b);
  const median = seconds[Math.floor(runs / 2)] ?? 0;
  console.log(
    `${command}: ${seconds.map((s) => s.toFixed(1)).join(', ')} s; median ${median.toFixed(1)} of ${limits[command]} s`,
  );
  return median <= limits[command];
}

function secondsOf(command: Command, clone: string): number {
  const startedAt = performance.now();
  const { status, stdout } = spawnSync(command, {
    cwd: clone,
    shell: true,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 ** 2,
  });
  if (status !== 0) throw new SetupProblem(`${command} failed:\n${stdout.slice(-4_000)}`);
  return (performance.now() - startedAt) / 1_000;
}
