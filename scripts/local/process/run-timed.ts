import { type SpawnOptions, spawn } from 'node:child_process';
import { SetupProblem } from './setup-problem.ts';

export interface Timed {
  readonly status: number | null;
  readonly seconds: number;
}

/** Runs a command line in its own process group, which a signal to this process ends too. */
export async function runTimed(command: string, options: SpawnOptions): Promise<Timed> {
  const startedAt = performance.now();
  const child = spawn(command, { ...options, shell: true, detached: true });
  const end = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
    process.exitCode = 1;
    interrupted?.(new SetupProblem('Interrupted.'));
  };
  let interrupted: ((problem: SetupProblem) => void) | undefined;
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, end);
  try {
    const status = await new Promise<number | null>((resolve, reject) => {
      interrupted = reject;
      child.once('error', reject);
      child.once('exit', resolve);
    });
    return { status, seconds: (performance.now() - startedAt) / 1_000 };
  } finally {
    for (const signal of signals) process.off(signal, end);
  }
}

/** A positive whole number from the command line. */
export function positive(text: string, name: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new SetupProblem(`${name} must be a whole number from 1: ${text}`);
  return Number(text);
}
