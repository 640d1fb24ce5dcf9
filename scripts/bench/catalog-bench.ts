import { type CatalogQuery, catalogPage } from '../../db/catalog/page.ts';
import { startBare } from './bare.ts';
import { inRotation, type LoadRequest, runLoad, type Throughput } from './load.ts';
import { neonRequest } from './neon-request.ts';
import type { Bench, Line } from './table.ts';

const pageSize = 20;
const hitPath = `/api/v1/creator-catalog?limit=${pageSize}`;

/** Words of the generated creators: one creator in twenty has `gaming`, and few of those also have `retro`. */
const searches = { word: 'gaming', words: 'retro gaming', typo: 'gamng', prefix: 'gam' } as const;

/**
 * Guest reads. The baseline of a hit is a bare route with the same bytes, of a miss its SQL alone, and of late pages and
 * searches the first page.
 */
export async function benchCatalog(bench: Bench): Promise<Line[]> {
  const { stack, neonUrl, rounds, seconds } = bench;
  const page = await (await fetch(stack.baseUrl + hitPath)).text();
  const bare = await startBare(bench, { page, sql: sqlOf(bench, null) });
  const cursors = await publicIds(bench);
  const misses = cursors.map(missRequest);
  const queries = cursors.map((cursor) => sqlOf(bench, cursor));
  const until = { seconds };
  try {
    const seen = await inRotation(rounds, {
      short: () => runLoad({ url: bare.url, requests: [{ path: '/short' }], until }),
      bytes: () => runLoad({ url: bare.url, requests: [{ path: '/page' }], until }),
      hit: () => runLoad({ url: stack.baseUrl, requests: [{ path: hitPath }], until }),
      miss: async () => {
        await invalidateAll(bench);
        return runLoad({ url: stack.baseUrl, requests: misses, until });
      },
      sql: () => runLoad({ url: neonUrl, requests: queries, until }),
      sqlRoute: () => runLoad({ url: bare.url, requests: [{ path: '/sql' }], until }),
      first: () => runLoad({ url: neonUrl, requests: [sqlOf(bench, null)], until }),
      late: () => runLoad({ url: neonUrl, requests: [sqlOf(bench, cursors[399 * pageSize - 1] ?? null)], until }),
      word: () => runLoad({ url: neonUrl, requests: [sqlOf(bench, null, searches.word)], until }),
      words: () => runLoad({ url: neonUrl, requests: [sqlOf(bench, null, searches.words)], until }),
      typo: () => runLoad({ url: neonUrl, requests: [sqlOf(bench, null, searches.typo)], until }),
      prefix: () => runLoad({ url: neonUrl, requests: [sqlOf(bench, null, searches.prefix)], until }),
    });
    return linesOf(seen, page.length);
  } finally {
    await bare.stop();
  }
}

function linesOf(
  seen: Record<
    'short' | 'bytes' | 'hit' | 'miss' | 'sql' | 'sqlRoute' | 'first' | 'late' | keyof typeof searches,
    Throughput
  >,
  bytes: number,
): Line[] {
  const sameBytes = 'the bare route with the same bytes';
  const search = (what: string, key: keyof typeof searches): Line => ({
    name: `search for ${what} (${searches[key]}), SQL`,
    throughput: seen[key],
    baseline: { name: 'page 1', throughput: seen.first, target: '' },
  });
  return [
    { name: 'bare Hono route, short', throughput: seen.short },
    { name: `bare Hono route, ${bytes} bytes`, throughput: seen.bytes },
    {
      name: 'catalog hit',
      throughput: seen.hit,
      baseline: { name: sameBytes, throughput: seen.bytes, target: '>= 70 %' },
    },
    { name: 'its SQL through the Neon endpoint alone', throughput: seen.sql },
    {
      name: 'a Worker that only fetches that SQL',
      throughput: seen.sqlRoute,
      baseline: { name: 'its SQL alone', throughput: seen.sql, target: '' },
    },
    {
      name: 'catalog miss',
      throughput: seen.miss,
      baseline: { name: 'its SQL alone', throughput: seen.sql, target: '>= 60 %' },
    },
    { name: 'page 1, SQL', throughput: seen.first },
    {
      name: 'page 400, SQL',
      throughput: seen.late,
      baseline: { name: 'page 1', throughput: seen.first, target: '>= 91 %' },
    },
    search('a word of one creator in twenty', 'word'),
    search('two words', 'words'),
    search('a typo', 'typo'),
    search('a prefix', 'prefix'),
  ];
}

/** Creators in catalog order, as cursors: each requests another page. */
async function publicIds({ client }: Bench): Promise<string[]> {
  const { rows } = await client.query(
    'select public_id from catalog_creators order by last_modified desc, creator_id desc limit 10000',
  );
  return rows.map(({ public_id: publicId }) => String(publicId));
}

const missRequest = (cursor: string): LoadRequest => ({
  path: `/api/v1/creator-catalog?limit=${pageSize}&cursor=${cursor}`,
});

/** Invalidates every cached response, so that each cursor is a miss again. */
async function invalidateAll({ client }: Bench): Promise<void> {
  await client.query('update catalog_generations set value = value + 1');
  await new Promise((resolve) => setTimeout(resolve, 1_200));
}

const sqlOf = ({ databaseUrl }: Bench, cursor: string | null, q: string | null = null): LoadRequest =>
  neonRequest([catalogPage({ ...everything, q, cursor }, null).statement.getSQL()], databaseUrl);

const everything: CatalogQuery = {
  q: null,
  channelType: null,
  platform: null,
  format: null,
  topic: null,
  language: null,
  geo: null,
  audienceGeo: null,
  minPriceCents: null,
  maxPriceCents: null,
  sort: 'relevance',
  limit: pageSize,
  cursor: null,
};
