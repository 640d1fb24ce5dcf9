import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine, parentOf } from '../process/processes.ts';
import { SetupProblem } from '../process/setup-problem.ts';

/** Stops a Postgres of an earlier run that uses this data. It refuses when the parent of that process still runs. */
export async function endOrphan(dataDir: string): Promise<void> {
  const pid = postmasterPid(dataDir);
  if (pid === undefined || !isPostgresOf(pid, dataDir)) return;
  const parent = parentOf(pid);
  if (parent !== undefined && parent > 1 && commandLine(parent).includes('node')) {
    throw new SetupProblem(
      `Castline already runs on ${path.dirname(dataDir)} (process ${parent}): stop it, or choose another folder with DATA_DIR.`,
    );
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    tryToKill(pid, signal);
    for (let waited = 0; waited < 10_000; waited += 50) {
      if (!isPostgresOf(pid, dataDir)) return;
      await sleep(50);
    }
  }
  throw new SetupProblem(`Postgres (process ${pid}) still uses ${dataDir} and does not stop. Stop it manually.`);
}

function postmasterPid(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]) || undefined;
  } catch {
    return undefined;
  }
}

// Compares the data directory, because the process id of a stale file can belong to another process by now.
function isPostgresOf(pid: number, dataDir: string): boolean {
  return commandLine(pid).includes(dataDir);
}

function tryToKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it ended by itself
  }
}
