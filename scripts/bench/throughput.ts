import { cpuOfThreads, cpuOfTree } from './cpu.ts';
import type { Load, Sent } from './load.ts';

/** The processes whose CPU time is measured: those that serve a load, and the one that sends it. */
export const parts = ['worker', 'endpoint', 'postgres', 'redis', 'load'] as const;
export type Part = (typeof parts)[number];

export interface Throughput extends Omit<Sent, 'requests'> {
  /** Milliseconds of CPU time for each request; a part without a value was not measured. */
  readonly cpu: Partial<Record<Part, number>>;
  /** What each round saw, if this is the median of several. */
  readonly rounds?: readonly Throughput[];
}

/** The processes of each part. */
export type Processes = Partial<Record<Part, readonly number[]>>;

/** Measures the CPU time that the parts use while requests are sent. */
export async function metered(processes: Processes, send: () => Promise<Sent>): Promise<Throughput> {
  const before = usedBy(processes);
  const { requests, perSecond, medianMs } = await send();
  const after = usedBy(processes);
  const cpu = eachPart((part) => {
    const [from, to] = [before[part], after[part]];
    return from === undefined || to === undefined ? undefined : (to - from) / requests;
  });
  return { perSecond, medianMs, cpu };
}

const usedBy = (processes: Processes) =>
  eachPart((part) => {
    // Postgres has a process for each connection.
    const used = part === 'postgres' ? cpuOfTree : cpuOfThreads;
    return processes[part]?.reduce((sum, pid) => sum + used(pid), 0);
  });

/** Sends a load and measures it. */
export type Measure = (load: Load) => Promise<Throughput>;

/**
 * Runs several loads in rotation, so that a drift of the machine affects all of them, and returns the median of each.
 */
export async function inRotation<Name extends string>(
  rounds: number,
  loads: Readonly<Record<Name, () => Promise<Throughput>>>,
): Promise<Record<Name, Throughput>> {
  const names = Object.keys(loads) as Name[];
  const seen = new Map<Name, Throughput[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) seen.get(name)?.push(await loads[name]());
  }
  return Object.fromEntries(names.map((name) => [name, medianOf(seen.get(name) ?? [])])) as Record<Name, Throughput>;
}

const medianOf = (throughput: readonly Throughput[]): Throughput => ({
  perSecond: median(throughput.map(({ perSecond }) => perSecond)),
  medianMs: median(throughput.map(({ medianMs }) => medianMs)),
  cpu: eachPart((part) => {
    const measured = throughput.flatMap(({ cpu }) => cpu[part] ?? []);
    return measured.length === 0 ? undefined : median(measured);
  }),
  rounds: throughput,
});

/**
 * The ratio of a number of two loads: the median of their ratios in each round. The machine is about as fast for one load of a round as for
 * the next, and may be twice as fast in another round. Undefined if one of them was not measured.
 */
export function ratioOf(
  one: Throughput,
  other: Throughput,
  of: (throughput: Throughput) => number | undefined,
): number | undefined {
  const ratios = pairsOf(one, other).flatMap(([first, second]) => {
    const [above, below] = [of(first), of(second)];
    return above === undefined || below === undefined ? [] : above / below;
  });
  return ratios.length === 0 ? undefined : median(ratios);
}

/** Both in each round, or their medians if they were not measured in the same rounds. */
function pairsOf(one: Throughput, other: Throughput): (readonly [Throughput, Throughput])[] {
  if (one.rounds === undefined || one.rounds.length !== other.rounds?.length) return [[one, other]];
  return one.rounds.flatMap((round, n) => {
    const beside = other.rounds?.[n];
    return beside === undefined ? [] : [[round, beside] as const];
  });
}

/** What a client measures that sends several requests one after the other, by what each of them took alone. */
export function inSequence(requests: readonly Throughput[]): Throughput {
  const rounds = requests[0]?.rounds?.map((_, n) => requests.flatMap((request) => request.rounds?.[n] ?? []));
  return { ...sumOf(requests), ...(rounds === undefined ? {} : { rounds: rounds.map(sumOf) }) };
}

const sumOf = (requests: readonly Throughput[]): Throughput => ({
  perSecond: 1 / requests.reduce((sum, { perSecond }) => sum + 1 / perSecond, 0),
  medianMs: requests.reduce((sum, { medianMs }) => sum + medianMs, 0),
  cpu: eachPart((part) => {
    const measured = requests.flatMap(({ cpu }) => cpu[part] ?? []);
    return measured.length === 0 ? undefined : measured.reduce((sum, ms) => sum + ms, 0);
  }),
});

/** The middle value, or the mean of the two middle ones; 0 for no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / Math.max(1, middle.length);
}

/** A value for each part that has one. */
export const eachPart = (of: (part: Part) => number | undefined): Partial<Record<Part, number>> =>
  Object.fromEntries(
    parts.flatMap((part) => {
      const value = of(part);
      return value === undefined ? [] : [[part, value]];
    }),
  );
