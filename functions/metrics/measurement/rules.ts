import type { StoredReading } from '../../../db/metrics/record-readings.ts';
import { type Counter, counters } from '../../../schema/metrics/metric-rules.ts';
import type { UnknownCount, UnknownCounts } from '../../../schema/metrics/readings.ts';

type Count = number | UnknownCount;

interface ToldPost {
  readonly publishedAt: Date;
  readonly visibility: NonNullable<StoredReading['post']>['visibility'];
  readonly mediaType: NonNullable<StoredReading['post']>['mediaType'];
  readonly ownerExternalId: string | null;
  readonly mediaId?: string;
  readonly counts: Readonly<Record<Counter, Count>>;
}

/** A reading as it is stored: an unknown count is null with its reason, never 0. A post that is gone or private has no known count. */
export function storedReading(contentId: string, reading: ToldPost | 'GONE' | 'PRIVATE'): StoredReading {
  if (typeof reading === 'string') return { contentId, ...storedCounts(reading), post: null };
  const { mediaType, visibility, publishedAt, ownerExternalId, mediaId, counts } = reading;
  const post = { mediaType, visibility, publishedAt, ownerExternalId, ...(mediaId !== undefined && { mediaId }) };
  return { contentId, ...storedCounts(counts), post };
}

/** Counts as they are stored: an unknown one is null with its reason, never 0. A post that is gone or private has no known count. */
export const storedCounts = (
  counts: ToldPost['counts'] | 'GONE' | 'PRIVATE',
): Pick<StoredReading, 'counts' | 'reasons'> =>
  typeof counts === 'string'
    ? { counts: noCounts, reasons: allReasons('UNAVAILABLE') }
    : {
        counts: {
          views: knownCount(counts.views),
          likes: knownCount(counts.likes),
          comments: knownCount(counts.comments),
          saves: knownCount(counts.saves),
        },
        reasons: reasonsOf(counts),
      };

const noCounts = { views: null, likes: null, comments: null, saves: null };
const allReasons = (reason: UnknownCount) => ({ views: reason, likes: reason, comments: reason, saves: reason });

function reasonsOf(counts: ToldPost['counts']): UnknownCounts {
  const unknown = counters.flatMap((counter) => {
    const count = counts[counter];
    return typeof count === 'number' ? [] : [[counter, count] as const];
  });
  return Object.fromEntries(unknown);
}

const knownCount = (count: Count): number | null => (typeof count === 'number' ? count : null);

/** The readings of posts that are shown, and the ids of those that are announced: they are no publications yet. */
export function withoutAnnounced<Reading extends string | { readonly visibility: string }>(
  readings: ReadonlyMap<string, Reading>,
): { readonly shown: readonly (readonly [string, Reading])[]; readonly announced: readonly string[] } {
  const isAnnounced = (reading: Reading) => typeof reading === 'object' && reading.visibility === 'UPCOMING';
  const all = [...readings];
  return {
    shown: all.filter(([, reading]) => !isAnnounced(reading)),
    announced: all.flatMap(([id, reading]) => (isAnnounced(reading) ? [id] : [])),
  };
}

interface Dated {
  readonly publishedAt: Date;
  readonly visibility: string;
}

/** The latest posts that everyone can see, at most `limit`, newest first. */
export const latestPublic = <Post extends Dated>(posts: readonly Post[], limit: number): readonly Post[] =>
  posts
    .filter(({ visibility }) => visibility === 'PUBLIC')
    .sort((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
    .slice(0, limit);

export const batchesOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

/** Failed requests after which a batch is divided. With the backoff they take an hour and a quarter, longer than most outages of a platform. */
const patience = 4;

/**
 * Batches of rows, for one request each. Rows that fail again and again are asked in ever smaller batches, so that one row for which the platform
 * refuses the request delays no others.
 */
export function dividedBatches<Row extends { readonly failures: number }>(rows: readonly Row[], size: number): Row[][] {
  const sizeAfter = (failures: number) => Math.max(1, Math.floor(size / 2 ** Math.max(0, failures - patience + 1)));
  const groups = Map.groupBy(rows, ({ failures }) => sizeAfter(failures));
  return [...groups].flatMap(([each, group]) => batchesOf(group, each));
}
