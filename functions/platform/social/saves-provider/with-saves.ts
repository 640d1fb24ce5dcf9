import type { Platform } from '../../../../schema/shared/enums.ts';
import type { Reading, SocialPlatform } from '../social-platform.ts';
import { type SavesById, type SavesSettings, tiktokSavesProvider } from './saves-provider.ts';

/** The adapter of TikTok with the saves of the deployment's provider. Others, and one without a provider, stay as they are. */
export function withProvidedSaves(
  settings: SavesSettings,
  platform: Platform,
  adapter: SocialPlatform,
): SocialPlatform {
  const provider = platform === 'TIKTOK' ? tiktokSavesProvider(settings) : null;
  if (provider === null) return adapter;
  return {
    ...adapter,
    posts: async (ids, by, known) => withSaves(await adapter.posts(ids, by, known), await provider.savesOf(ids)),
  };
}

/** Readings of TikTok with the saves of a provider. Without an entry they are unknown; a post that cannot be read stays so. */
export const withSaves = (readings: ReadonlyMap<string, Reading>, saves: SavesById): ReadonlyMap<string, Reading> =>
  new Map(
    [...readings].map(([id, reading]): [string, Reading] => [
      id,
      typeof reading === 'string'
        ? reading
        : { ...reading, counts: { ...reading.counts, saves: saves.get(id) ?? 'UNAVAILABLE' } },
    ]),
  );
