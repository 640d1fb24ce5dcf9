import type pg from 'pg';
import type { Stack } from '../local/stack.ts';
import type { Figures } from './load.ts';

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
  readonly figures: Figures;
  /** The baseline, and the target ratio. */
  readonly against?: { readonly name: string; readonly figures: Figures; readonly aim: string };
}

/** Prints a Markdown table for docs/performance.md. */
export function printTable(title: string, lines: readonly Line[]): void {
  console.log(`\n| ${title} | a second | median ms | ratio | target |\n|---|---:|---:|---|---|`);
  for (const { name, figures, against } of lines) {
    const ratio = against ? `${percent(figures.perSecond / against.figures.perSecond)} of ${against.name}` : '';
    console.log(
      `| ${name} | ${Math.round(figures.perSecond)} | ${figures.medianMs.toFixed(1)} | ${ratio} | ${against?.aim ?? ''} |`,
    );
  }
}

const percent = (ratio: number) => `${Math.round(ratio * 100)} %`;
