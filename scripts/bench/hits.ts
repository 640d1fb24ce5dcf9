import type { Comparison, Line, Table } from './table.ts';
import type { Throughput } from './throughput.ts';

/** A cached response, and what its floors need: its bytes and the headers that the edge function sets. */
export interface Hit {
  readonly page: string;
  readonly headers: Record<string, string>;
}

/** The second response, which comes from the cache. */
export async function hitAt(url: string): Promise<Hit> {
  await (await fetch(url)).text();
  const answer = await fetch(url);
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ofConnection.has(name)));
  return { page: await answer.text(), headers };
}

const ofConnection = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

interface HitLoads {
  /** The bare route with the same bytes. */
  readonly bytes: Throughput;
  /** The bare route with the same bytes and headers. */
  readonly response: Throughput;
  readonly hit: Throughput;
}

/** A hit beside its two floors. */
export function hitTable(name: string, { page }: Hit, { bytes, response, hit }: HitLoads): Table {
  const lines: Line[] = [
    { name: `bare Hono route, ${Buffer.byteLength(page)} bytes`, kind: 'floor', throughput: bytes },
    { name: 'bare Hono route, the same bytes and headers', kind: 'floor', throughput: response },
    { name: `${name}, hit`, throughput: hit },
  ];
  const compared = (to: Throughput, floor: string): Comparison => ({
    name: `${name}, hit, to the bare route with the same ${floor}`,
    ...{ throughput: hit, to, target: 'rate >= 95 %' },
  });
  return { lines, comparisons: [compared(bytes, 'bytes'), compared(response, 'bytes and headers')] };
}
