import type { Stored } from './byte-cache.ts';
import type { Question } from './guest-question.ts';

/** Long enough for what is asked rarely; a new generation has a new address anyway. */
const keptSeconds = 3_600;

/** The answer that another isolate of this place has kept under the question and the generation. */
export async function readShared(
  baseUrl: string,
  question: Question,
  generation: string,
): Promise<{ body: Uint8Array<ArrayBuffer>; etag: string } | null> {
  if (!question.isShared) return null;
  const found = await shared()?.match(addressOf(baseUrl, question, generation));
  const etag = found?.headers.get('etag');
  return found && etag ? { body: new Uint8Array(await found.arrayBuffer()), etag } : null;
}

export async function keepShared(baseUrl: string, question: Question, stored: Stored): Promise<void> {
  if (!question.isShared) return;
  const headers = {
    'cache-control': `public, s-maxage=${keptSeconds}`,
    'content-type': question.contentType,
    etag: stored.etag,
  };
  await shared()?.put(addressOf(baseUrl, question, stored.generation), new Response(stored.body, { headers }));
}

const addressOf = (baseUrl: string, { key }: Question, generation: string) =>
  `${baseUrl}/.edge/${generation}/${encodeURIComponent(key)}`;

const shared = (): Cache | undefined =>
  (globalThis.caches as (CacheStorage & { default?: Cache }) | undefined)?.default;
