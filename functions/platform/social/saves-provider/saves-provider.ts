import * as z from 'zod';
import type { UnknownCount } from '../../../../schema/metrics/readings.ts';
import { lazy } from '../../../../schema/shared/lazy.ts';
import { log } from '../../../log.ts';
import type { JobSettings } from '../../../settings/index.ts';
import { PlatformFailure } from '../failure.ts';
import { requestJson, shaped } from '../request.ts';

/** How often each post was saved, or why that is unknown. Every requested id has an entry. */
export type SavesById = ReadonlyMap<string, number | UnknownCount>;

/** Tells what TikTok's own API does not: how often people have saved a post. */
export interface SavesProvider {
  /** For at most 100 ids. A provider that fails makes each count UNAVAILABLE, so that it never costs the counts of TikTok itself. */
  savesOf(contentIds: readonly string[]): Promise<SavesById>;
}

const maxIds = 100;

export type SavesSettings = Pick<JobSettings, 'TIKTOK_SAVES_URL' | 'TIKTOK_SAVES_KEY'>;

/**
 * The provider of the deployment, or null when none is configured. It takes POST {TIKTOK_SAVES_URL} with {"ids": ["7…"]}, and answers 200
 * {"data": [{"id": "7…", "saves": 12}]}. A post that it does not know is missing.
 */
export function tiktokSavesProvider({
  TIKTOK_SAVES_URL: url,
  TIKTOK_SAVES_KEY: key,
}: SavesSettings): SavesProvider | null {
  if (url === undefined || key === undefined) return null;
  return {
    async savesOf(contentIds) {
      if (contentIds.length > maxIds) throw new Error(`${contentIds.length} posts are not one call`);
      const found = contentIds.length === 0 ? [] : await request({ url, key }, contentIds);
      return new Map(contentIds.map((id) => [id, savesIn(found, id)]));
    },
  };
}

/** The items of the answer; none when the provider fails. */
async function request(
  { url, key }: { readonly url: string; readonly key: string },
  contentIds: readonly string[],
): Promise<readonly unknown[]> {
  try {
    const answer = await requestJson({
      url: new URL(url),
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ids: [...new Set(contentIds)] }),
    });
    if (answer.status !== 200) throw new PlatformFailure('SILENT', `the provider answered ${answer.status}`);
    return shaped(answer, listed(), 'the list of saves').data;
  } catch (error) {
    if (!(error instanceof PlatformFailure)) throw error;
    log('warn', 'saves.unavailable', { platform: 'TIKTOK', cause: String(error.cause) });
    return [];
  }
}

const listed = lazy(() => z.object({ data: z.array(z.unknown()) }));
const named = lazy(() => z.object({ id: z.string() }));
const counted = lazy(() => z.object({ saves: z.int().min(0) }));

/** Unknown unless exactly one item names the post, with a valid count. */
function savesIn(items: readonly unknown[], id: string): number | UnknownCount {
  const [item, ...others] = items.filter((each) => named().safeParse(each).data?.id === id);
  return others.length > 0 ? 'UNAVAILABLE' : (counted().safeParse(item).data?.saves ?? 'UNAVAILABLE');
}
