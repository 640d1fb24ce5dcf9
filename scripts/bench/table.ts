import { type Part, parts, ratioOf, type Throughput } from './throughput.ts';

export interface Line {
  readonly name: string;
  /** A floor has only what the request cannot do without; `other` is another server with the same statement. `ours` by default. */
  readonly kind?: 'floor' | 'ours' | 'other';
  readonly throughput: Throughput;
}

/** A line beside its floor, or beside another line. */
export interface Comparison {
  readonly name: string;
  readonly throughput: Throughput;
  readonly to: Throughput;
  readonly target?: string;
}

export interface Table {
  readonly lines: readonly Line[];
  readonly comparisons: readonly Comparison[];
}

/** Prints two Markdown tables for docs/performance.md. */
export function printTable(title: string, { lines, comparisons }: Table): void {
  const columns = ['a second', 'median ms', ...parts.map((part) => titles[part])];
  printRow([title, '', ...columns]);
  printRow(['---', '---', ...columns.map(() => '---:')], '');
  for (const { name, kind = 'ours', throughput } of lines) {
    const { perSecond, medianMs, cpu } = throughput;
    const used = parts.map((part) => cpu[part]?.toFixed(2) ?? '');
    printRow([name, kind, Math.round(perSecond), medianMs.toFixed(1), ...used], '');
  }
  if (comparisons.length === 0) return;
  printRow([`${title}, compared`, 'rate', titles.worker, titles.postgres, 'target']);
  printRow(['---', '---:', '---:', '---:', '---'], '');
  for (const { name, throughput, to, target = '' } of comparisons) {
    const rate = ratioOf(throughput, to, ({ perSecond }) => perSecond) ?? 0;
    const times = [timesOf(throughput, to, 'worker'), timesOf(throughput, to, 'postgres')];
    printRow([name, `${Math.round(rate * 100)} %`, ...times, target], '');
  }
}

const titles: Readonly<Record<Part, string>> = {
  worker: 'CPU of the Worker',
  endpoint: 'of the endpoint',
  postgres: 'of Postgres',
  redis: 'of Redis',
  load: 'of the load',
};

const printRow = (cells: readonly (string | number)[], before = '\n') =>
  console.log(`${before}| ${cells.join(' | ')} |`);

/** CPU times below this are noise of the clock. */
const leastMs = 0.005;

function timesOf(one: Throughput, other: Throughput, part: Part): string {
  if ((other.cpu[part] ?? 0) < leastMs) return '';
  const ratio = ratioOf(one, other, ({ cpu }) => cpu[part]);
  return ratio === undefined ? '' : `${ratio.toFixed(2)} ×`;
}
