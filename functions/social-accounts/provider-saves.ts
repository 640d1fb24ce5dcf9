import type { Platform } from '../../schema/shared/enums.ts';
import type { JobCtx } from '../context.ts';
import type { Count, Reading } from '../platform/social/index.ts';
import { tiktokSavesProvider } from '../platform/social/saves-provider/saves-provider.ts';
import { withSaves } from '../platform/social/saves-provider/with-saves.ts';

const maxIds = 100;

/** Readings with the saves of TikTok's posts, where the deployment has a provider that tells them. Other readings stay as they are. */
export async function withProviderSaves(
  { settings }: Pick<JobCtx, 'settings'>,
  platform: Platform,
  readings: ReadonlyMap<string, Reading>,
): Promise<ReadonlyMap<string, Reading>> {
  const provider = platform === 'TIKTOK' ? tiktokSavesProvider(settings) : null;
  const ids = [...readings].flatMap(([id, reading]) => (typeof reading === 'string' ? [] : [id]));
  if (provider === null || ids.length === 0) return readings;
  const told = new Map<string, Count>();
  for (let from = 0; from < ids.length; from += maxIds)
    for (const [id, saves] of await provider.savesOf(ids.slice(from, from + maxIds))) told.set(id, saves);
  return withSaves(readings, told);
}
