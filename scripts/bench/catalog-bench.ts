import { type CatalogQuery, catalogPage } from '../../db/catalog/page.ts';
import { startBare } from './bare.ts';
import type { Bench } from './bench.ts';
import { searches, tableOf } from './catalog-table.ts';
import { hitAt } from './hits.ts';
import type { LoadRequest } from './load.ts';
import { neonRequest, rendered } from './neon-request.ts';
import { pgbenchVersion, runPgbench } from './pgbench.ts';
import { startProgram } from './programs/program.ts';
import type { Table } from './table.ts';
import { inRotation, metered, type Throughput } from './throughput.ts';

const pageSize = 20;
const hitPath = `/api/v1/creator-catalog?limit=${pageSize}`;

/**
 * Guest reads. The floor of a hit is a bare route with the same bytes, of a miss a Worker with its statement alone, and of late
 * pages and searches the first page.
 */
export async function benchCatalog(bench: Bench): Promise<Table> {
  const { stack, neonUrl, rounds, seconds, measure, databaseUrl } = bench;
  const cached = await hitAt(stack.urls.guest + hitPath);
  const cursors = await publicIds(bench);
  const [marker = ''] = cursors;
  const missSql = neonRequest([statementOf(marker)], databaseUrl);
  const bare = await startBare(bench, {
    ...cached,
    miss: { url: `${neonUrl}/sql`, headers: {}, ...missSql },
    cursor: marker,
  });
  const fastify = startProgram<object, string>('fastify');
  const fastifyUrl = await fastify.ask({ databaseUrl, ...rendered(statementOf(marker)), cursor: marker });
  const until = { seconds };
  const load =
    (url: string, ...requests: LoadRequest[]) =>
    () =>
      measure({ url, requests, until });
  const sqlAlone = (cursor: string | null, q: string | null = null) =>
    load(neonUrl, neonRequest([statementOf(cursor, q)], databaseUrl));
  const byCursor = cursors.map((cursor) => ({ path: `/miss?cursor=${cursor}` }));
  try {
    const seen = await inRotation(rounds, {
      short: load(bare.url, { path: '/short' }),
      notModified: () =>
        measure({
          url: stack.urls.guest,
          requests: [{ path: hitPath, headers: { 'if-none-match': cached.headers.etag ?? '' } }],
          until,
          status: 304,
        }),
      bytes: load(bare.url, { path: '/page' }),
      response: load(bare.url, { path: '/response' }),
      hit: load(stack.urls.guest, { path: hitPath }),
      sqlRoute: load(bare.url, ...byCursor),
      miss: async () => {
        await invalidateAll(bench);
        return load(stack.urls.guest, ...cursors.map(missRequest))();
      },
      fastify: load(fastifyUrl, ...byCursor),
      sql: load(neonUrl, ...cursors.map((cursor) => neonRequest([statementOf(cursor)], databaseUrl))),
      first: sqlAlone(null),
      late: sqlAlone(cursors[399 * pageSize - 1] ?? null),
      word: sqlAlone(null, searches.word),
      words: sqlAlone(null, searches.words),
      typo: sqlAlone(null, searches.typo),
      prefix: sqlAlone(null, searches.prefix),
    });
    return tableOf(seen, cached, await pgbenchOf(bench, cursors));
  } finally {
    await fastify.stop();
    await bare.stop();
  }
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

const statementOf = (cursor: string | null, q: string | null = null) =>
  catalogPage({ ...everything, q, cursor }, null).statement.getSQL();

/** The statement of a miss, without any HTTP. Null when the machine has no pgbench. */
async function pgbenchOf(
  { databaseUrl, seconds, shared }: Bench,
  cursors: readonly string[],
): Promise<Throughput | null> {
  if (pgbenchVersion() === undefined) return null;
  const statements = cursors.slice(0, 64).map((cursor) => rendered(statementOf(cursor)));
  return metered({ postgres: shared.postgres ?? [] }, () => runPgbench(databaseUrl, statements, seconds));
}

const everything: CatalogQuery = {
  q: null,
  channelType: null,
  platform: null,
  format: null,
  topic: null,
  language: null,
  geo: null,
  audienceGeo: null,
  isVerified: false,
  minFollowers: null,
  minViews: null,
  minEr: null,
  minPriceCents: null,
  maxPriceCents: null,
  sort: 'relevance',
  limit: pageSize,
  cursor: null,
};
