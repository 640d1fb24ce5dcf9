import type { Stored } from './byte-cache.ts';
import type { CacheKey } from './cache-key.ts';

/** Long enough for rare requests; a new generation uses a new address anyway. */
const keptSeconds = 3_600;

/** The answer that another isolate of this location has stored under the cache key and the generation. */
export async function readShared(
  baseUrl: string,
  cacheKey: CacheKey,
  generation: string,
): Promise<{ body: Uint8Array<ArrayBuffer>; etag: string } | null> {
  if (!cacheKey.isShared) return null;
  const found = await shared()?.match(addressOf(baseUrl, cacheKey, generation));
  const etag = found?.headers.get('etag');
  return found && etag ? { body: new Uint8Array(await found.arrayBuffer()), etag } : null;
}

export async function keepShared(baseUrl: string, cacheKey: CacheKey, stored: Stored): Promise<void> {
  if (!cacheKey.isShared) return;
  const headers = {
    'cache-control': `public, s-maxage=${keptSeconds}`,
    'content-type': cacheKey.contentType,
    etag: stored.etag,
  };
  await shared()?.put(addressOf(baseUrl, cacheKey, stored.generation), new Response(stored.body, { headers }));
}

const addressOf = (baseUrl: string, { key }: CacheKey, generation: string) =>
  `${baseUrl}/.edge/${generation}/${encodeURIComponent(key)}`;

const shared = (): Cache | undefined =>
  (globalThis.caches as (CacheStorage & { default?: Cache }) | undefined)?.default;
