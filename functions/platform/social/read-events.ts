import type { Platform } from '../../../schema/shared/enums.ts';
import { accessTo, type EventSettings, type PlatformSettings } from '../../settings/index.ts';
import type { PlatformEvents } from './events.ts';
import { type MetaCallback, readInstagramWebhook, readMetaCallback } from './instagram/events.ts';
import { readKickEvents } from './kick/events.ts';
import { readTikTokEvents } from './tiktok/events.ts';
import { readTwitchEvents } from './twitch/events.ts';

/** A call of a platform. */
export interface PlatformCall {
  readonly platform: Platform;
  /** The callbacks of Meta have addresses of their own. */
  readonly callback: MetaCallback | null;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

interface Reading {
  readonly settings: PlatformSettings & EventSettings;
  readonly now: Date;
  /** The page of a deletion, by its confirmation code. */
  readonly statusUrl: (code: string) => string;
}

/**
 * The events of a call; null when the platform has not signed it. NOT_OFFERED: the platform calls nobody. NO_SECRET: this deployment has not
 * what verifies the signature.
 */
export async function readEvents(
  call: PlatformCall,
  reading: Reading,
): Promise<PlatformEvents | null | 'NOT_OFFERED' | 'NO_SECRET'> {
  const { settings, now } = reading;
  const { platform, callback } = call;
  if (callback !== null && platform !== 'INSTAGRAM') return 'NOT_OFFERED';
  if (platform === 'YOUTUBE' || platform === 'X') return 'NOT_OFFERED';
  const secret = secretOf(settings, platform);
  if (secret === undefined) return 'NO_SECRET';
  if (callback !== null) return readMetaCallback(call.body, callback, { ...reading, secret });
  if (platform === 'INSTAGRAM') return readInstagramWebhook(call, secret);
  if (platform === 'TIKTOK') return readTikTokEvents(call, secret, now);
  return platform === 'TWITCH' ? readTwitchEvents(call, secret, now) : readKickEvents(call, secret, now);
}

/** What verifies the signatures of a platform. Meta and TikTok sign with the secret of the application. */
function secretOf(settings: Reading['settings'], platform: Platform): string | undefined {
  if (platform === 'TWITCH') return settings.TWITCH_WEBHOOK_SECRET;
  return platform === 'KICK' ? settings.KICK_WEBHOOK_KEY_PEM : accessTo(settings, platform).clientSecret;
}
