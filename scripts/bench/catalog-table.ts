import { type Hit, hitTable } from './hits.ts';
import type { Comparison, Line, Table } from './table.ts';
import type { Throughput } from './throughput.ts';

/** Words of the generated creators: one creator in twenty has `gaming`, and few of those also have `retro`. */
export const searches = { word: 'gaming', words: 'retro gaming', typo: 'gamng', prefix: 'gam' } as const;

type Search = keyof typeof searches;
type Load = 'short' | 'notModified' | 'bytes' | 'response' | 'hit' | 'miss' | Sql;
type Sql = 'sql' | 'sqlRoute' | 'fastify' | 'first' | 'late';
type Seen = Readonly<Record<Load | Search, Throughput>>;

export function tableOf(seen: Seen, cached: Hit, pgbench: Throughput | null): Table {
  const hits = hitTable('catalog', cached, seen);
  return {
    lines: [
      { name: 'bare Hono route, short', kind: 'floor', throughput: seen.short },
      { name: 'catalog, 304', throughput: seen.notModified },
      ...hits.lines,
      ...(pgbench ? [{ name: 'SQL of a miss by pgbench', kind: 'floor' as const, throughput: pgbench }] : []),
      { name: 'SQL of a miss through the Neon endpoint', kind: 'floor', throughput: seen.sql },
      { name: 'a Worker that only passes that SQL through', kind: 'floor', throughput: seen.sqlRoute },
      { name: 'Fastify and pg with that SQL', kind: 'other', throughput: seen.fastify },
      { name: 'catalog, miss', throughput: seen.miss },
      { name: 'page 1, SQL', throughput: seen.first },
      { name: 'page 400, SQL', throughput: seen.late },
      ...searchLines(seen),
    ],
    comparisons: [...hits.comparisons, ...bars(seen, pgbench), ...searchComparisons(seen)],
  };
}

const bars = (seen: Seen, pgbench: Throughput | null): Comparison[] => [
  compared('catalog, 304, to the short bare route', seen.notModified, seen.short, 'rate >= 90 %'),
  compared('catalog, miss, to a Worker that only passes its SQL through', seen.miss, seen.sqlRoute, 'rate >= 90 %'),
  compared('catalog, miss, to Fastify and pg with its SQL', seen.miss, seen.fastify),
  ...(pgbench ? [compared('catalog, miss, to its SQL by pgbench', seen.miss, pgbench)] : []),
  compared('page 400, to page 1', seen.late, seen.first, 'rate >= 91 %'),
];

const searchNames: Readonly<Record<Search, string>> = {
  word: 'a word of one creator in twenty',
  words: 'two words',
  typo: 'a typo',
  prefix: 'a prefix',
};

const searchLines = (seen: Seen): Line[] =>
  searchKeys.map((key) => ({ name: `search for ${searchNames[key]} (${searches[key]}), SQL`, throughput: seen[key] }));

const searchComparisons = (seen: Seen): Comparison[] =>
  searchKeys.map((key) => compared(`search for ${searchNames[key]}, to page 1`, seen[key], seen.first));

const searchKeys = ['word', 'words', 'typo', 'prefix'] as const;

const compared = (name: string, throughput: Throughput, to: Throughput, target = ''): Comparison => ({
  ...{ name, throughput, to, target },
});
