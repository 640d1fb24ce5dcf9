import type { Reading } from '../social-platform.ts';
import type { SavesById } from './saves-provider.ts';

/** Readings of TikTok with the saves that a provider told. Without an entry they are unknown; a post that cannot be read stays so. */
export const withSaves = (readings: ReadonlyMap<string, Reading>, saves: SavesById): ReadonlyMap<string, Reading> =>
  new Map(
    [...readings].map(([id, reading]): [string, Reading] => [
      id,
      typeof reading === 'string'
        ? reading
        : { ...reading, counts: { ...reading.counts, saves: saves.get(id) ?? 'UNAVAILABLE' } },
    ]),
  );
