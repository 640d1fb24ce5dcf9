import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cpuOf, cpuOfThreads, cpuOfTree, processAt } from '../../scripts/bench/cpu.ts';
import { inRotation, metered, type Throughput } from '../../scripts/bench/throughput.ts';

const server = createServer();
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

const isLinux = process.platform === 'linux';

/** Uses at least this much CPU time, by the account of the process itself. */
function work(ms: number): void {
  const start = process.cpuUsage();
  const usedMs = () => Object.values(process.cpuUsage(start)).reduce((sum, us) => sum + us, 0) / 1_000;
  while (usedMs() < ms) Math.sqrt(Math.random());
}

test.runIf(isLinux)('the benchmark finds the process that listens at a URL', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  expect(processAt(`http://127.0.0.1:${port}`)).toBe(process.pid);
});

test.runIf(isLinux)('the CPU time of a process grows by the work that it does', () => {
  for (const measure of [cpuOf, cpuOfTree, cpuOfThreads]) {
    const before = measure(process.pid);
    work(100);
    expect(measure(process.pid) - before).toBeGreaterThanOrEqual(80);
  }
});

test.runIf(isLinux)('the CPU time of a load is divided by its requests, for each part', async () => {
  const send = async () => {
    work(200);
    return { requests: 100, perSecond: 1, medianMs: 1 };
  };
  const { cpu } = await metered({ worker: [process.pid] }, send);
  expect(cpu.worker).toBeGreaterThanOrEqual(1.8);
  expect(cpu.worker).toBeLessThan(20);
  expect(Object.keys(cpu)).toEqual(['worker']);
});

test('loads in rotation give the median of each number', async () => {
  const seen: Throughput[] = [
    { perSecond: 30, medianMs: 1, cpu: { worker: 5 } },
    { perSecond: 10, medianMs: 3, cpu: { worker: 4 } },
    { perSecond: 20, medianMs: 2, cpu: { worker: 9 } },
  ];
  const next = async () => seen.shift() ?? { perSecond: 0, medianMs: 0, cpu: {} };
  expect(await inRotation(3, { one: next })).toEqual({ one: { perSecond: 20, medianMs: 2, cpu: { worker: 5 } } });
});
