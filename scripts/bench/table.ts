import type pg from 'pg';
import type { Stack } from '../local/stack.ts';
import type { Throughput } from './load.ts';

export interface Bench {
  readonly stack: Stack;
  readonly client: pg.Client;
  readonly databaseUrl: string;
  /** The URL for the owner of the tables: the baseline posts transfers without checks. */
  readonly ownerUrl: string;
  readonly neonUrl: string;
  readonly seconds: number;
  readonly rounds: number;
}

export interface Line {
  readonly name: string;
  readonly throughput: Throughput;
  /** The baseline, and the target ratio. */
  readonly baseline?: { readonly name: string; readonly throughput: Throughput; readonly target: string };
}

/** Prints a Markdown table for docs/performance.md. */
export function printTable(title: string, lines: readonly Line[]): void {
  console.log(`\n| ${title} | a second | median ms | ratio | target |\n|---|---:|---:|---|---|`);
  for (const { name, throughput, baseline } of lines) {
    const ratio = baseline
      ? `${percent(throughput.perSecond / baseline.throughput.perSecond)} of ${baseline.name}`
      : '';
    console.log(
      `| ${name} | ${Math.round(throughput.perSecond)} | ${throughput.medianMs.toFixed(1)} | ${ratio} | ${baseline?.target ?? ''} |`,
    );
  }
}

const percent = (ratio: number) => `${Math.round(ratio * 100)} %`;
