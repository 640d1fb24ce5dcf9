import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cpuOf, cpuOfThreads, cpuOfTree, processAt } from '../../scripts/bench/cpu.ts';
import { inRotation, median, metered, ratioOf, type Throughput } from '../../scripts/bench/throughput.ts';

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
  const rounds = [...seen];
  const next = async () => seen.shift() ?? { perSecond: 0, medianMs: 0, cpu: {} };
  const { one } = await inRotation(3, { one: next });
  expect(one).toEqual({ perSecond: 20, medianMs: 2, cpu: { worker: 5 }, rounds });
});

test('two loads are compared round by round, because the machine changes its speed between rounds', () => {
  const measured = (perSecond: number): Throughput => ({ perSecond, medianMs: 1, cpu: {} });
  const rateOf = ({ perSecond }: Throughput) => perSecond;
  const one = { ...measured(50), rounds: [9, 90, 50].map(measured) };
  const other = { ...measured(60), rounds: [10, 100, 60].map(measured) };
  expect(ratioOf(one, other, rateOf)).toBeCloseTo(0.9);
  expect(ratioOf(one, measured(100), rateOf)).toBeCloseTo(0.5);
  expect(ratioOf(measured(30), other, rateOf)).toBeCloseTo(0.5);
  expect(ratioOf(one, other, ({ cpu }) => cpu.worker)).toBeUndefined();
});

test('the median of an even number of values is the mean of the two middle ones', () => {
  expect([median([4, 1, 3, 2]), median([3, 1, 2]), median([])]).toEqual([2.5, 2, 0]);
});
