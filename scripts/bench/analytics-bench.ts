import type { Client } from 'pg';
import { growAnalytics } from './analytics-data.ts';

const runs = 5;
const dayMs = 86_400_000;

/**
 * Measures the analytics of advertisers with 100,000 and 1,000,000 assignments in a year: milliseconds of planning and execution in
 * Postgres, of the default period, a year, and a period in the middle of the history. The client owns the tables.
 */
export async function benchAnalytics(client: Client): Promise<void> {
  console.log('\n| analytics | median ms | first ms |\n|---|---:|---:|');
  for (const assignments of [100_000, 1_000_000]) {
    const advertiserId = await growAnalytics(client, { assignments, creators: assignments / 100 });
    const now = Date.now();
    for (const [name, from, until] of [
      ['30 days', now - 30 * dayMs, now],
      ['a year', now - 366 * dayMs, now],
      ['a hundred days', now - 250.3 * dayMs, now - 150.7 * dayMs],
    ] as const) {
      const [first = 0, ...later] = await timesOf(client, advertiserId, new Date(from), new Date(until));
      const median = later.sort((a, b) => a - b)[Math.floor(later.length / 2)] ?? 0;
      console.log(`| ${assignments} assignments, ${name} | ${median.toFixed(1)} | ${first.toFixed(1)} |`);
    }
  }
}

async function timesOf(client: Client, advertiserId: number, from: Date, until: Date): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly Explained[] }>({
      text: `explain (analyze, format json) select analytics_of_period($1, $2, $3, '{"YOUTUBE": "2026-01-01T00:00:00Z", "TIKTOK": "1970-01-01T00:00:00Z"}')`,
      values: [advertiserId, from, until],
    });
    const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
    times.push((plan?.['Planning Time'] ?? 0) + (plan?.['Execution Time'] ?? 0));
  }
  return times;
}

interface Explained {
  readonly 'Planning Time': number;
  readonly 'Execution Time': number;
}
