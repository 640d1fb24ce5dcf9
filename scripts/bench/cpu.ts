import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The milliseconds of CPU time that a process and its threads have used; 0 when none exists. Only Linux has them. */
export const cpuOf = (pid: number): number => timesOf(pid).own;

/** The same for a process and its children, with those that have ended. */
export function cpuOfTree(pid: number): number {
  const { own, ended } = timesOf(pid);
  return own + ended + childrenOf(pid).reduce((sum, child) => sum + cpuOf(child), 0);
}

/** More precise than cpuOf, for single requests: without the time of threads that have ended. */
export function cpuOfThreads(pid: number): number {
  const threads = entries(`/proc/${pid}/task`);
  return (
    threads.reduce((sum, thread) => sum + Number(textOf(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]), 0) /
    1e6
  );
}

/** The process that listens at a URL on loopback. */
export function processAt(url: string): number {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  const listening = textOf('/proc/net/tcp')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, address, , state]) => address?.endsWith(`:${port}`) && state === '0A');
  const socket = `socket:[${listening?.[9]}]`;
  const found = processes().find((pid) =>
    entries(`/proc/${pid}/fd`).some((fd) => linkOf(`/proc/${pid}/fd/${fd}`) === socket),
  );
  if (found === undefined) throw new Error(`no process listens at ${url}`);
  return found;
}

// By proc(5), in hundredths of a second: utime, stime, cutime, cstime. The name in front may contain spaces.
function timesOf(pid: number): { own: number; ended: number } {
  const fields = textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields
    .slice(11, 15)
    .map((ticks) => Number(ticks) * 10);
  return { own: user + system, ended: endedUser + endedSystem };
}

const processes = () =>
  entries('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

const childrenOf = (pid: number) =>
  entries(`/proc/${pid}/task`).flatMap((thread) =>
    textOf(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );

const textOf = (file: string): string => orElse('', () => readFileSync(file, 'utf8'));
const linkOf = (file: string): string => orElse('', () => readlinkSync(file));
const entries = (directory: string): string[] => orElse([], () => readdirSync(directory));

/** Processes and threads may end at any time. */
function orElse<T>(fallback: T, read: () => T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
