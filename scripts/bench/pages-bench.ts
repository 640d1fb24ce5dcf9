import { startBare } from './bare.ts';
import { inRotation, runLoad } from './load.ts';
import type { Bench, Line } from './table.ts';

/** Hits of HTML pages. The baseline of each is a bare route with the same bytes. */
export async function benchPages(bench: Bench): Promise<Line[]> {
  const { rows } = await bench.client.query('select public_id from catalog_creators order by creator_id limit 1');
  return [
    ...(await hitsOf(bench, 'HTML catalog', '/creators')),
    ...(await hitsOf(bench, 'HTML page', `/creators/${rows[0]?.public_id}`)),
  ];
}

async function hitsOf(bench: Bench, name: string, path: string): Promise<Line[]> {
  const { stack, rounds, seconds } = bench;
  const page = await (await fetch(stack.baseUrl + path)).text();
  const bare = await startBare(bench, { page, sql: { path: '/' } });
  const until = { seconds };
  try {
    const { bytes, hit } = await inRotation(rounds, {
      bytes: () => runLoad({ url: bare.url, requests: [{ path: '/page' }], until }),
      hit: () => runLoad({ url: stack.baseUrl, requests: [{ path }], until }),
    });
    const baseline = { name: 'the bare route with the same bytes', throughput: bytes, target: '>= 60 %' };
    return [
      { name: `bare Hono route, ${Buffer.byteLength(page)} bytes`, throughput: bytes },
      { name: `${name}, hit`, throughput: hit, baseline },
    ];
  } finally {
    await bare.stop();
  }
}
