import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Running } from '../local/process/running.ts';
import { bundleDirectory } from '../local/workers/bundle.ts';
import { edgeFunction, startAlone } from '../local/workers/worker-server.ts';
import { type Bare, startBare } from './bare.ts';
import type { Bench } from './bench.ts';
import { cpuOfThreads, processAt } from './cpu.ts';
import { median } from './throughput.ts';

const starts = 5;
const targetMs = 80;

interface First {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** Measures the first request of a new process, several times for each path, and prints the medians. */
export async function benchCold(bench: Bench): Promise<void> {
  console.log(`\n| first request of a new process, median of ${starts} | CPU ms | ms | target |\n|---|---:|---:|---|`);
  await print('bare Hono route', '', () => firstOf('/short', () => startBare(bench, {})));
  for (const path of ['/api/v1/creator-catalog?limit=20', '/creators'])
    await print(`GET ${path}`, `<= ${targetMs} ms`, () => firstOf(path, () => startGuest(bench)));
}

async function print(name: string, target: string, measure: () => Promise<First>): Promise<void> {
  const seen: First[] = [];
  while (seen.length < starts) seen.push(await measure());
  const [cpuMs, wallMs] = [median(seen.map((first) => first.cpuMs)), median(seen.map((first) => first.wallMs))];
  console.log(`| ${name} | ${cpuMs.toFixed(0)} | ${wallMs.toFixed(0)} | ${target} |`);
}

async function firstOf(pathname: string, start: () => Promise<Bare>): Promise<First> {
  const { url, stop } = await start();
  try {
    const pid = processAt(url);
    const cpuBefore = cpuOfThreads(pid);
    const startedAt = performance.now();
    const answer = await fetch(url + pathname);
    await answer.text();
    const wallMs = performance.now() - startedAt;
    if (!answer.ok) throw new Error(`${pathname} answered ${answer.status}`);
    return { cpuMs: cpuOfThreads(pid) - cpuBefore, wallMs };
  } finally {
    await stop();
  }
}

/** Another `guest` of the stack, without its caches. */
async function startGuest({ stack }: Bench): Promise<Bare> {
  const running = new Running();
  const storage = mkdtempSync(path.join(stack.dataDir, 'cold-'));
  running.keep({ stop: async () => rmSync(storage, { recursive: true, force: true }) });
  const local = stack.control.serve('http://127.0.0.1:9');
  const { baseUrl: picturesOf, bindings } = stack;
  const options = { bundle: bundleDirectory, bindings, local, picturesOf, isAsDeployed: true };
  const url = await startAlone(running, edgeFunction('guest', options), { storage, log: () => undefined });
  return { url, stop: () => running.stop() };
}
