/** The limit for one file (sitemaps.org). */
export const maxEntries = 50_000;

/** Below the limit, because publicIds are not spread evenly. */
const fullAt = 40_000;
export const maxCounted = fullAt * 16 + 1;

/** The shards for a number of creators, by the first digits of publicId. A creator stays in its shard when others are added or removed. */
export function shardsOf(creators: number): readonly string[] {
  if (creators <= fullAt) return ['all'];
  if (creators < maxCounted) return digits;
  return digits.flatMap((first) => digits.map((second) => first + second));
}

/** The digits that the publicIds of a shard begin with; null when there is no such shard. */
export const digitsOf = (file: string): string | null =>
  file === 'all.xml' ? '' : (/^([0-9a-f]{1,2})\.xml$/.exec(file)?.[1] ?? null);

const digits = Array.from({ length: 16 }, (_, n) => n.toString(16));
