import { headersOf, startBare } from './bare.ts';
import type { Bench } from './bench.ts';
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
  const first = await fetch(stack.urls.guest + path);
  const page = await first.text();
  const bare = await startBare(bench, { page, headers: headersOf(first) });
  const until = { seconds };
  try {
    const { bytes, response, hit } = await inRotation(rounds, {
      bytes: () => measure({ url: bare.url, requests: [{ path: '/page' }], until }),
      response: () => measure({ url: bare.url, requests: [{ path: '/response' }], until }),
      hit: () => measure({ url: stack.urls.guest, requests: [{ path }], until }),
    });
    const to = 'to the bare route with the same bytes';
    return {
      lines: [
        { name: `bare Hono route, ${Buffer.byteLength(page)} bytes`, kind: 'floor', throughput: bytes },
        { name: 'bare Hono route, the same bytes and headers', kind: 'floor', throughput: response },
        { name: `${name}, hit`, throughput: hit },
      ],
      comparisons: [
        { name: `${name}, hit, ${to}`, throughput: hit, to: bytes, target: 'rate >= 95 %' },
        { name: `${name}, hit, ${to} and headers`, throughput: hit, to: response, target: 'rate >= 95 %' },
      ],
    };
  } finally {
    await bare.stop();
  }
}
