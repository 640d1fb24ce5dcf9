import { type CatalogQuery, catalogPage } from '../../db/catalog/page.ts';
import { startBare } from './bare.ts';
import { type Figures, fire, inTurn, type Shot } from './load.ts';
import { neonShot } from './neon-shot.ts';
import type { Bench, Line } from './table.ts';

const pageSize = 20;
const hitPath = `/api/v1/creator-catalog?limit=${pageSize}`;

/** Words of the generated market: one creator in twenty has `gaming`, and few of those also have `retro`. */
const searches = { word: 'gaming', words: 'retro gaming', slip: 'gamng', beginning: 'gam' } as const;

/**
 * Guest reads: a hit against a bare route with the same bytes, a miss against its SQL only, a late page and searches
 * against the first page.
 */
export async function benchCatalog(bench: Bench): Promise<Line[]> {
  const { stack, neonUrl, rounds, seconds } = bench;
  const page = await (await fetch(stack.baseUrl + hitPath)).text();
  const bare = await startBare(bench, { page, sql: sqlOf(bench, null) });
  const cursors = await publicIds(bench);
  const misses = cursors.map(missShot);
  const queries = cursors.map((cursor) => sqlOf(bench, cursor));
  const until = { seconds };
  try {
    const seen = await inTurn(rounds, {
      short: () => fire({ url: bare.url, shots: [{ path: '/short' }], until }),
      bytes: () => fire({ url: bare.url, shots: [{ path: '/page' }], until }),
      hit: () => fire({ url: stack.baseUrl, shots: [{ path: hitPath }], until }),
      miss: async () => {
        await forgetAll(bench);
        return fire({ url: stack.baseUrl, shots: misses, until });
      },
      sql: () => fire({ url: neonUrl, shots: queries, until }),
      asked: () => fire({ url: bare.url, shots: [{ path: '/sql' }], until }),
      first: () => fire({ url: neonUrl, shots: [sqlOf(bench, null)], until }),
      late: () => fire({ url: neonUrl, shots: [sqlOf(bench, cursors[399 * pageSize - 1] ?? null)], until }),
      word: () => fire({ url: neonUrl, shots: [sqlOf(bench, null, searches.word)], until }),
      words: () => fire({ url: neonUrl, shots: [sqlOf(bench, null, searches.words)], until }),
      slip: () => fire({ url: neonUrl, shots: [sqlOf(bench, null, searches.slip)], until }),
      beginning: () => fire({ url: neonUrl, shots: [sqlOf(bench, null, searches.beginning)], until }),
    });
    return linesOf(seen, page.length);
  } finally {
    await bare.stop();
  }
}

function linesOf(
  seen: Record<
    'short' | 'bytes' | 'hit' | 'miss' | 'sql' | 'asked' | 'first' | 'late' | keyof typeof searches,
    Figures
  >,
  bytes: number,
): Line[] {
  const sameBytes = 'the bare route with the same bytes';
  const search = (what: string, key: keyof typeof searches): Line => ({
    name: `search for ${what} (${searches[key]}), SQL`,
    figures: seen[key],
    against: { name: 'page 1', figures: seen.first, aim: '' },
  });
  return [
    { name: 'bare Hono route, short', figures: seen.short },
    { name: `bare Hono route, ${bytes} bytes`, figures: seen.bytes },
    { name: 'catalog hit', figures: seen.hit, against: { name: sameBytes, figures: seen.bytes, aim: '>= 70 %' } },
    { name: 'its SQL through the Neon endpoint alone', figures: seen.sql },
    {
      name: 'a Worker that only fetches that SQL',
      figures: seen.asked,
      against: { name: 'its SQL alone', figures: seen.sql, aim: '' },
    },
    { name: 'catalog miss', figures: seen.miss, against: { name: 'its SQL alone', figures: seen.sql, aim: '>= 60 %' } },
    { name: 'page 1, SQL', figures: seen.first },
    { name: 'page 400, SQL', figures: seen.late, against: { name: 'page 1', figures: seen.first, aim: '>= 91 %' } },
    search('a word of one creator in twenty', 'word'),
    search('two words', 'words'),
    search('a slip', 'slip'),
    search('a beginning', 'beginning'),
  ];
}

/** Creators in catalog order, as cursors: each requests another page. */
async function publicIds({ client }: Bench): Promise<string[]> {
  const { rows } = await client.query(
    'select public_id from catalog_creators order by last_modified desc, creator_id desc limit 10000',
  );
  return rows.map(({ public_id: publicId }) => String(publicId));
}

const missShot = (cursor: string): Shot => ({ path: `/api/v1/creator-catalog?limit=${pageSize}&cursor=${cursor}` });

/** Invalidates every cached answer, so each cursor is a miss again. */
async function forgetAll({ client }: Bench): Promise<void> {
  await client.query('update catalog_generations set value = value + 1');
  await new Promise((resolve) => setTimeout(resolve, 1_200));
}

const sqlOf = ({ databaseUrl }: Bench, cursor: string | null, q: string | null = null): Shot =>
  neonShot([catalogPage({ ...everything, q, cursor }, null).statement.getSQL()], databaseUrl);

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
