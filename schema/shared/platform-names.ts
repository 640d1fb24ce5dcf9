import type { Platform } from './enums.ts';

/** How the platforms write their names. */
export const platformNames: Readonly<Record<Platform, string>> = {
  TWITCH: 'Twitch',
  KICK: 'Kick',
  YOUTUBE: 'YouTube',
  TIKTOK: 'TikTok',
  INSTAGRAM: 'Instagram',
  X: 'X',
};
