import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The command line of a process; empty when none exists. */
export function commandLine(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

export function parentOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return Number(ps(pid, 'ppid=')) || undefined;
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

function ps(pid: number, column: string): string {
  return spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}
