import { startBare } from './bare.ts';
import { fire, inTurn } from './load.ts';
import type { Bench, Line } from './table.ts';

/** Hits of HTML pages, each against a bare route with the same bytes. */
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
    const { bytes, hit } = await inTurn(rounds, {
      bytes: () => fire({ url: bare.url, shots: [{ path: '/page' }], until }),
      hit: () => fire({ url: stack.baseUrl, shots: [{ path }], until }),
    });
    const against = { name: 'the bare route with the same bytes', figures: bytes, aim: '>= 60 %' };
    return [
      { name: `bare Hono route, ${Buffer.byteLength(page)} bytes`, figures: bytes },
      { name: `${name}, hit`, figures: hit, against },
    ];
  } finally {
    await bare.stop();
  }
}
