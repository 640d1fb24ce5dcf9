import type pg from 'pg';
import type { Stack } from '../local/stack.ts';
import type { Figures } from './load.ts';

export interface Bench {
  readonly stack: Stack;
  readonly client: pg.Client;
  readonly databaseUrl: string;
  /** Of the role that owns the tables: what is measured against posts transfers that nobody has checked. */
  readonly ownerUrl: string;
  readonly neonUrl: string;
  readonly seconds: number;
  readonly rounds: number;
}

export interface Line {
  readonly name: string;
  readonly figures: Figures;
  /** What it is compared with, and the ratio that is aimed at. */
  readonly against?: { readonly name: string; readonly figures: Figures; readonly aim: string };
}

/** A table in Markdown: docs/performance.md holds it as it is printed. */
export function printTable(title: string, lines: readonly Line[]): void {
  console.log(`\n| ${title} | a second | median ms | ratio | aim |\n|---|---:|---:|---|---|`);
  for (const { name, figures, against } of lines) {
    const ratio = against ? `${percent(figures.perSecond / against.figures.perSecond)} of ${against.name}` : '';
    console.log(
      `| ${name} | ${Math.round(figures.perSecond)} | ${figures.medianMs.toFixed(1)} | ${ratio} | ${against?.aim ?? ''} |`,
    );
  }
}

const percent = (ratio: number) => `${Math.round(ratio * 100)} %`;
