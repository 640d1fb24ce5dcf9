import { startBare } from './bare.ts';
import type { Bench } from './bench.ts';
import { hitAt, hitTable } from './hits.ts';
import type { Table } from './table.ts';
import { inRotation } from './throughput.ts';

/** Hits of HTML pages. The floor of each is a bare route with the same bytes. */
export async function benchPages(bench: Bench): Promise<Table> {
  const { rows } = await bench.client.query('select public_id from catalog_creators order by creator_id limit 1');
  const tables = [
    await hitsOf(bench, 'HTML catalog', '/creators'),
    await hitsOf(bench, 'HTML page', `/creators/${rows[0]?.public_id}`),
  ];
  return { lines: tables.flatMap(({ lines }) => lines), comparisons: tables.flatMap(({ comparisons }) => comparisons) };
}

async function hitsOf(bench: Bench, name: string, path: string): Promise<Table> {
  const { stack, rounds, seconds, measure } = bench;
  const cached = await hitAt(stack.urls.guest + path);
  const bare = await startBare(bench, cached);
  const until = { seconds };
  try {
    const seen = await inRotation(rounds, {
      bytes: () => measure({ url: bare.url, requests: [{ path: '/page' }], until }),
      response: () => measure({ url: bare.url, requests: [{ path: '/response' }], until }),
      hit: () => measure({ url: stack.urls.guest, requests: [{ path }], until }),
    });
    return hitTable(name, cached, seen);
  } finally {
    await bare.stop();
  }
}
